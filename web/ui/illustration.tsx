import { clsx } from 'clsx'
import bear from './illustrations/bear.webp'
import bottle from './illustrations/bottle.webp'
import box from './illustrations/box.webp'
import chair from './illustrations/chair.webp'
import coin from './illustrations/coin.webp'
import compass from './illustrations/compass.webp'
import door from './illustrations/door.webp'
import earth from './illustrations/earth.webp'
import magnifier from './illustrations/magnifier.webp'
import mailbox from './illustrations/mailbox.webp'
import party from './illustrations/party.webp'
import plant from './illustrations/plant.webp'
import recycle from './illustrations/recycle.webp'
import shirt from './illustrations/shirt.webp'
import sofa from './illustrations/sofa.webp'
import socks from './illustrations/socks.webp'
import speech from './illustrations/speech.webp'
import trophy from './illustrations/trophy.webp'
import wrench from './illustrations/wrench.webp'
import yoyo from './illustrations/yoyo.webp'

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
  className?: string
}

/** A 3D illustration (Fluent Emoji, MIT). It decorates: the words beside it say the same. */
export function Illustration({ name, size, className }: Props) {
  return (
    <img
      src={PICTURES[name]}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      // Without a connection nothing stands in its place.
      onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
      className={clsx('shrink-0', className)}
    />
  )
}
