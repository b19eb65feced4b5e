import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, EyeOff, X } from 'lucide-react'
import { type ButtonHTMLAttributes, type DragEvent, useState } from 'react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { PhotoWarnings } from './analysis-photo-warnings.tsx'
import { Waits } from './waits.tsx'
import { Progress } from './progress.tsx'
import { RetryButton } from './retry-button.tsx'
import { useHiding } from './use-hiding.tsx'
import type { PhotoUpload } from './use-photo-uploads.ts'

const DRAGGED = 'application/x-photo'

interface Props {
  photo: PhotoUpload
  index: number
  count: number
  onMove: (id: number, to: number) => void
  onRemove: () => void
  onRetry: () => void
  /** The areas in which an analyser has seen what may be private. */
  suggested: Area[]
  onHide: (areas: Area[]) => void
}

export function PhotoTile({ photo, index, count, onMove, onRemove, onRetry, suggested, onHide }: Props) {
  const hiding = useHiding(photo, suggested, onHide)
  const [target, setTarget] = useState(false)
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    setTarget(false)
    onMove(Number(event.dataTransfer.getData(DRAGGED)), index)
  }
  return (
    <li
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(photo.id))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
      className={clsx(
        'relative overflow-hidden rounded-card border bg-sunken',
        target ? 'border-primary outline-3 outline-primary' : 'border-line',
      )}
    >
      <img
        src={photo.preview}
        alt={t('Photo {number}: {name}', { number: index + 1, name: photo.name })}
        draggable={false}
        className={clsx('aspect-[4/3] w-full object-cover', photo.state !== 'done' && 'opacity-60')}
      />
      {index === 0 && (
        <span className="absolute top-2 start-2 rounded-full bg-lamp px-2.5 text-sm font-semibold text-on-lamp">
          {t('Cover')}
        </span>
      )}
      {photo.state === 'sending' && (
        <Progress label={t('Sending photo')} share={photo.progress} className="inset-x-3 bottom-14" />
      )}
      {(photo.state === 'failed' || photo.state === 'waiting') && (
        <div className="absolute inset-x-0 top-0 grid aspect-[4/3] place-items-center">
          {photo.state === 'failed' ? <RetryButton position={index + 1} onClick={onRetry} /> : <Waits />}
        </div>
      )}
      <div className="flex justify-between bg-surface">
        <span className="flex flex-2">
          <Tool
            label={t('Move photo {number} forward', { number: index + 1 })}
            disabled={index === 0}
            onClick={() => onMove(photo.id, index - 1)}
          >
            <ArrowLeft size={18} aria-hidden />
          </Tool>
          <Tool
            label={t('Move photo {number} back', { number: index + 1 })}
            disabled={index === count - 1}
            onClick={() => onMove(photo.id, index + 1)}
          >
            <ArrowRight size={18} aria-hidden />
          </Tool>
        </span>
        <Tool
          label={t('Hide parts of photo {number}', { number: index + 1 })}
          disabled={photo.state !== 'done'}
          onPointerDown={hiding.prime}
          onClick={hiding.open}
        >
          <EyeOff size={18} aria-hidden />
        </Tool>
        <Tool label={t('Remove photo {number}', { number: index + 1 })} onClick={onRemove} data-remove>
          <X size={18} aria-hidden />
        </Tool>
      </div>
      {hiding.warning}
      {hiding.dialog}
      {photo.url !== undefined && <PhotoWarnings url={photo.url} />}
    </li>
  )
}

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
}

/** Stays focusable when disabled, so that a press doesn't lose the focus. */
function Tool({ label, disabled = false, onClick, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid h-11 max-w-11 flex-1 place-items-center hover:bg-sunken aria-disabled:opacity-30"
      {...rest}
    />
  )
}
