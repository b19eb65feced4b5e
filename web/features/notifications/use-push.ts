import { useSyncExternalStore } from 'react'
import { call, path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/**
 * Whether this browser is told while the site is closed; 'install' where only an installed app can be, 'denied' where the
 * member has forbidden it. Undefined until it is known.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on' | undefined

export interface PushControl {
  state: PushState
  showsDetails: boolean
  /** Asks the browser, which asks the member unless they have answered already. */
  turnOn: (showsDetails?: boolean) => Promise<void>
  turnOff: () => Promise<void>
}

const PUSH = path('/api/notifications/push')

export function usePush(): PushControl {
  const hindrance = useSyncExternalStore(followAnswers, readHindrance, () => undefined)
  const { data, mutate } = useApi(hindrance === 'none' ? PUSH : null)
  const isOn = data && data.device !== null && Notification.permission === 'granted'
  return {
    state: hindrance === 'none' ? data && (isOn ? 'on' : 'off') : hindrance,
    showsDetails: data?.device?.showsDetails ?? false,
    async turnOn(showsDetails = false) {
      const permission = await Notification.requestPermission()
      for (const listener of listeners) listener()
      if (data && permission === 'granted') await subscribe(data.publicKey, showsDetails)
      await mutate()
    },
    async turnOff() {
      await call('DELETE /api/notifications/push')
      const { pushManager } = await navigator.serviceWorker.ready
      await (await pushManager.getSubscription())?.unsubscribe()
      await mutate()
    },
  }
}

/** They hear what the member has answered their browser here. */
const listeners = new Set<() => void>()

function followAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readHindrance(): 'unsupported' | 'install' | 'denied' | 'none' {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPossible) return isAppleTouch() ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'none'
}

/** Devices where push comes with the installed app alone. An iPad calls itself a Mac. */
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Anew each time: one made with another key of the market would be of no use. */
async function subscribe(publicKey: string, showsDetails: boolean): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  await call('POST /api/notifications/push', { body: { endpoint, keys: { p256dh, auth }, showsDetails } })
}
