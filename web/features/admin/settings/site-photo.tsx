import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { shrinkPhoto } from '../../photos/shrink-photo.ts'
import { uploadFiles } from '../../photos/upload-files.ts'

interface Props {
  /** Path of the photo on this site. */
  photo: string | null
  onPhoto: (photo: string | null) => void
}

/** Pixels: it stands beside the headline of the home page. */
const LONGEST_SIDE = 1600

/** A photo of the neighbourhood, or none. */
export function SitePhoto({ photo, onPhoto }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { run, pending } = useAction(async (file: File) => {
    try {
      const small = await shrinkPhoto(file, LONGEST_SIDE)
      const { urls } = await uploadFiles('POST /api/upload', {
        photos: [new File([small], file.name, { type: small.type })],
      })
      onPhoto(urls[0] ?? null)
    } catch (error) {
      toast({ title: t('Error'), description: messageFrom(error, t("Your picture couldn't be saved")), tone: 'danger' })
    }
  })
  return (
    <div>
      <p className="font-semibold">{t('Photo of the neighbourhood')}</p>
      {photo !== null && (
        <img
          src={photo}
          alt={t('Photo of the neighbourhood')}
          className="mt-2 aspect-[5/4] w-full max-w-xs rounded-card object-cover"
        />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="quiet" pending={pending} onClick={() => input.current?.click()}>
          {!pending && <ImagePlus size={18} aria-hidden />}
          {photo === null ? t('Choose a picture') : t('Change picture')}
        </Button>
        {photo !== null && (
          <Button variant="plain" disabled={pending} onClick={() => onPhoto(null)}>
            {t('Remove picture')}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">
        {t("It's shown on the home page. Without one, visitors see a drawing.")}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        hidden
        aria-label={t('Photo of the neighbourhood')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void run(file)
        }}
      />
    </div>
  )
}
