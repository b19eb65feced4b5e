import { Camera } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { shrinkPhoto } from '../photos/shrink-photo.ts'
import { uploadFiles } from '../photos/upload-files.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif'
/** Pixels: enough for the largest avatar on a dense screen. */
const LONGEST_SIDE = 512

/** The member's picture; without one the first letter of the name stands in. */
export function PictureField({ member }: { member: User }) {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const { run, pending } = useAction(async (file: File | null) => {
    try {
      const profileImageUrl = file ? await upload(file) : null
      if (!file) await call('DELETE /api/users/me/picture')
      await setAnswer(path('/api/auth/user'), (now = member) => ({ ...now, profileImageUrl }))
    } catch (error) {
      toast({ title: t('Error'), description: messageFrom(error, t("Your picture couldn't be saved")), tone: 'danger' })
      return
    }
    toast({ title: file ? t('Picture saved!') : t('Picture removed') })
  })
  const removing = useRef(false)
  useLayoutEffect(() => {
    // The pressed button is gone; the other one takes the focus once it is enabled again.
    if (pending || !removing.current) return
    removing.current = false
    buttons.current?.querySelector('button')?.focus()
  }, [pending])
  const remove = () => {
    removing.current = true
    void run(null)
  }
  return (
    <div ref={buttons} className="my-4 flex flex-wrap items-center gap-4">
      <Avatar person={member} size="lg" />
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <Button variant="quiet" pending={pending} onClick={() => input.current?.click()}>
          {!pending && <Camera size={18} aria-hidden />}
          {member.profileImageUrl ? t('Change picture') : t('Choose a picture')}
        </Button>
        {member.profileImageUrl && (
          <Button variant="plain" disabled={pending} onClick={remove}>
            {t('Remove picture')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={t('Picture')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void run(file)
        }}
      />
    </div>
  )
}

async function upload(file: File): Promise<string> {
  const photo = await shrinkPhoto(file, LONGEST_SIDE)
  const { profileImageUrl } = await uploadFiles('POST /api/users/me/picture', {
    photos: [new File([photo], file.name, { type: photo.type })],
  })
  return profileImageUrl
}
