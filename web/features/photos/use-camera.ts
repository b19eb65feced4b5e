import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../lib/t.ts'

/** As sharp as the server keeps photos. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 2048 }, height: { ideal: 1536 } },
}

interface UsedCamera {
  video: RefObject<HTMLVideoElement | null>
  /** It shows a picture. */
  ready: boolean
  /** The reason for which it doesn't, for the member to read. */
  problem: string | undefined
  /** A JPEG of what it shows now. */
  take: () => Promise<File | undefined>
}

/** The camera at the back, from when it is first shown until it is left. */
export function useCamera(): UsedCamera {
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let stream: MediaStream | undefined
    let left = false
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(WANTED)
      const { current } = video
      if (left || !current) return stop()
      current.srcObject = stream
      await current.play()
      setReady(true)
    }
    start().catch((error: unknown) => {
      if (!left) setProblem(wordsFor(error))
    })
    return () => {
      left = true
      stop()
    }
  }, [])

  const take = async () => {
    const { current } = video
    if (!current) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = current.videoWidth
    canvas.height = current.videoHeight
    canvas.getContext('2d')?.drawImage(current, 0, 0)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return picture ? new File([picture], `camera-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined
  }
  return { video, ready, problem, take }
}

function wordsFor(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return t("This site may not use the camera. You can allow it in your browser's settings, or choose photos instead.")
  if (name === 'NotFoundError') return t("There's no camera on this device. You can choose photos instead.")
  return t("The camera doesn't answer. Another app may be using it; you can choose photos instead.")
}
