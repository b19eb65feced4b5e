import { clsx } from 'clsx'
import bear from '@lobehub/fluent-emoji-3d/assets/1f9f8.webp'
import bottle from '@lobehub/fluent-emoji-3d/assets/1f37c.webp'
import box from '@lobehub/fluent-emoji-3d/assets/1f4e6.webp'
import chair from '@lobehub/fluent-emoji-3d/assets/1fa91.webp'
import coin from '@lobehub/fluent-emoji-3d/assets/1fa99.webp'
import compass from '@lobehub/fluent-emoji-3d/assets/1f9ed.webp'
import door from '@lobehub/fluent-emoji-3d/assets/1f6aa.webp'
import earth from '@lobehub/fluent-emoji-3d/assets/1f30d.webp'
import magnifier from '@lobehub/fluent-emoji-3d/assets/1f50d.webp'
import mailbox from '@lobehub/fluent-emoji-3d/assets/1f4ed.webp'
import party from '@lobehub/fluent-emoji-3d/assets/1f389.webp'
import plant from '@lobehub/fluent-emoji-3d/assets/1fab4.webp'
import recycle from '@lobehub/fluent-emoji-3d/assets/267b-fe0f.webp'
import shirt from '@lobehub/fluent-emoji-3d/assets/1f455.webp'
import sofa from '@lobehub/fluent-emoji-3d/assets/1f6cb-fe0f.webp'
import socks from '@lobehub/fluent-emoji-3d/assets/1f9e6.webp'
import speech from '@lobehub/fluent-emoji-3d/assets/1f4ac.webp'
import trophy from '@lobehub/fluent-emoji-3d/assets/1f3c6.webp'
import wrench from '@lobehub/fluent-emoji-3d/assets/1f527.webp'
import yoyo from '@lobehub/fluent-emoji-3d/assets/1fa80.webp'

const PICTURES = {
  bear,
  bottle,
  box,
  chair,
  coin,
  compass,
  door,
  earth,
  magnifier,
  mailbox,
  party,
  plant,
  recycle,
  shirt,
  sofa,
  socks,
  speech,
  trophy,
  wrench,
  yoyo,
}

export type IllustrationName = keyof typeof PICTURES

interface Props {
  name: IllustrationName
  /** Width and height in CSS pixels, at most 256. */
  size: number
  eager?: boolean
  className?: string
}

/** A 3D illustration (Fluent Emoji, MIT). It decorates: the words beside it say the same. */
export function Illustration({ name, size, eager = false, className }: Props) {
  return (
    <img
      src={PICTURES[name]}
      alt=""
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={clsx('shrink-0', className)}
    />
  )
}
