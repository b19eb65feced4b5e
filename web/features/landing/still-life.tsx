import { Illustration, type IllustrationName } from '../../ui/illustration.tsx'

interface Drawing {
  name: IllustrationName
  size: number
  className: string
}

const THINGS: Drawing[] = [
  { name: 'sofa', size: 236, className: 'left-[27%] top-[30%]' },
  { name: 'shirt', size: 104, className: 'left-[12%] top-[14%] [--tilt:-9deg] [animation-delay:-1s]' },
  { name: 'plant', size: 112, className: 'left-[74%] top-[30%] [animation-delay:-2s]' },
  { name: 'bear', size: 138, className: 'left-[10%] top-[50%] [--tilt:-3deg] [animation-delay:-4s]' },
  { name: 'yoyo', size: 64, className: 'left-[47%] top-[10%] [--tilt:8deg] [animation-delay:-3s]' },
  { name: 'bottle', size: 88, className: 'left-[70%] top-[66%] [--tilt:10deg] [animation-delay:-5s]' },
]

/** Outgrown things in the light of a lamp; they drift a few pixels, and lie still under reduced motion. */
export function StillLife({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden className={`relative aspect-[5/4] w-full ${className}`}>
      <div className="absolute inset-[8%] rounded-full bg-[radial-gradient(closest-side,var(--lamp-soft),transparent)]" />
      {THINGS.map(({ name, size, className: place }) => (
        <div key={name} className={`absolute animate-drift ${place}`} style={{ width: `${(size / 480) * 100}%` }}>
          <Illustration name={name} size={size} className="h-auto w-full drop-shadow-[0_10px_14px_rgb(0_0_0/0.14)]" />
        </div>
      ))}
    </div>
  )
}
