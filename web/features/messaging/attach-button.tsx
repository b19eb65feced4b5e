import { clsx } from 'clsx'
import { Camera } from 'lucide-react'
import { useAway } from '../../lib/offline/freshness.ts'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PHOTO_INPUT_ID } from '../photos/photo-input.ts'

interface Props {
  onChoose: (photos: File[]) => void
  /** Shows the camera alone: while the connection is away, what it says then as well. */
  small?: boolean
}

/** Chooses photos, or takes them: a phone asks which. */
export function AttachButton({ onChoose, small = false }: Props) {
  const away = useAway()
  const bare = small && !away
  return (
    <label
      className={clsx(
        buttonClass({ variant: small ? 'plain' : 'quiet', size: bare ? 'icon' : 'md' }),
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        away ? 'pointer-events-none text-muted!' : 'cursor-pointer',
        small && away && 'max-w-36 text-sm! leading-tight',
      )}
    >
      <Camera size={20} aria-hidden className="shrink-0" />
      <span className={clsx(bare && 'sr-only')}>{away ? t("Can't add photos offline") : t('Add photos')}</span>
      <input
        id={PHOTO_INPUT_ID}
        type="file"
        accept="image/*"
        multiple
        disabled={away}
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
