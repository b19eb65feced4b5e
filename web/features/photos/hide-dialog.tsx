import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Area, clipArea, isSameArea, MOST_AREAS } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/overlays/dialog.tsx'
import type { PhotoUpload } from './use-photo-uploads.ts'

/** The share of the picture's width or height that a key moves, and below which a box is a tap. */
const STEP = 0.02
const LEAST = 0.01
const MIDDLE: Area = { x: 0.35, y: 0.35, width: 0.3, height: 0.3 }

interface Props {
  photo: PhotoUpload
  /** The areas in which an analyser has seen something. */
  suggested: Area[]
  onHide: (areas: Area[]) => void
  onOpenChange: (open: boolean) => void
}

/** Boxes over a photo, drawn with a finger, a mouse or keys: what is in them is hidden. */
export default function HideDialog({ photo, suggested, onHide, onOpenChange }: Props) {
  const [history, setHistory] = useState<Area[][]>([photo.original?.areas ?? []])
  const areas = history.at(-1) ?? []
  const change = (next: Area[]) => setHistory((all) => [...all, next])
  const add = (area: Area) => areas.length < MOST_AREAS && change([...areas, area])
  const open = suggested.filter((one) => !areas.some((area) => isSameArea(area, one)))
  const picture = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Area>()
  const start = useRef<{ x: number; y: number }>(undefined)

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect()
    return box ? { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height } : { x: 0, y: 0 }
  }
  const draw = (event: PointerEvent) => {
    const from = start.current
    if (!from) return
    const to = placeOf(event)
    const area = {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    }
    setDrawn(clipArea(area) ?? undefined)
  }
  const end = () => {
    start.current = undefined
    setDrawn(undefined)
    if (drawn && drawn.width >= LEAST && drawn.height >= LEAST) add(drawn)
  }
  const steer = (event: KeyboardEvent, index: number, area: Area) => {
    const moved = keyed(event, area)
    if (moved === undefined) return
    event.preventDefault()
    change(moved === null ? areas.toSpliced(index, 1) : areas.with(index, moved))
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="lg"
      title={t('Hide parts of the photo')}
      description={t(
        'Draw a box over a face, a number plate, a house number or a letter. What is in it is gone for good once you post.',
      )}
    >
      <div
        ref={picture}
        data-picture
        className="relative mx-auto w-fit touch-none overflow-hidden rounded-input select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          start.current = placeOf(event)
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <img
          src={photo.original?.preview ?? photo.preview}
          alt={t('The photo as it is')}
          draggable={false}
          className="block max-h-[55dvh] w-auto max-w-full"
        />
        {[...areas, ...(drawn ? [drawn] : [])].map((area, index) => (
          <button
            key={index}
            type="button"
            aria-label={t('Box {number}: arrows move it, with Shift they change its size, Delete removes it', {
              number: index + 1,
            })}
            onKeyDown={(event) => steer(event, index, area)}
            style={styleOf(area)}
            className="absolute rounded-sm border-2 border-white bg-[#0b0f11]/75 outline-2 outline-[#0b0f11] backdrop-blur-sm focus-visible:outline-4 focus-visible:outline-lamp"
          />
        ))}
        {open.map((area, index) => (
          <span
            key={index}
            aria-hidden
            style={styleOf(area)}
            className="pointer-events-none absolute rounded-sm border-2 border-dashed border-lamp outline-1 outline-[#0b0f11]"
          />
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {areas.length > 0
          ? t('{count, plural, one {# part hidden} other {# parts hidden}}', { count: areas.length })
          : t('Nothing is hidden.')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {open.length > 0 && (
          <Button variant="quiet" onClick={() => change([...areas, ...open].slice(0, MOST_AREAS))}>
            {t('{count, plural, one {Hide what the AI has seen} other {Hide all # that the AI has seen}}', {
              count: open.length,
            })}
          </Button>
        )}
        <Button variant="quiet" disabled={areas.length >= MOST_AREAS} onClick={() => add(MIDDLE)}>
          {t('Add a box')}
        </Button>
        <Button variant="quiet" disabled={history.length < 2} onClick={() => setHistory((all) => all.slice(0, -1))}>
          {t('Undo')}
        </Button>
      </div>
      <p className={clsx('mt-3 text-sm', open.length > 0 ? 'font-semibold' : 'text-muted')}>
        {t("We can't promise to find everything: please look at each photo yourself.")}
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t('Cancel')}
        </Button>
        <Button
          onClick={() => {
            onHide(areas)
            onOpenChange(false)
          }}
        >
          {t('Hide')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const percent = (share: number) => `${share * 100}%`
/** Measured from the left in every language: a picture has no direction. */
const styleOf = ({ x, y, width, height }: Area) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

/** The box after a key: null where it removes it, undefined where it does nothing. */
function keyed({ key, shiftKey }: KeyboardEvent, area: Area): Area | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null
  const [dx, dy] =
    { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[key] ?? []
  if (dx === undefined || dy === undefined) return undefined
  const { x, y, width, height } = area
  const wider = { x, y, width: Math.max(STEP, width + dx), height: Math.max(STEP, height + dy) }
  return clipArea(shiftKey ? wider : { x: x + dx, y: y + dy, width, height }) ?? area
}
