import { CircleCheck } from 'lucide-react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Photo } from '../listing/photo.tsx'

const NEXT = [
  'The seller knows, and your tokens wait in escrow.',
  'Pickup details are in your inbox.',
  'Confirm the delivery when you have it; then the tokens go over.',
]

/** Stays until the member goes on: what happens now takes a moment to read. */
export function PurchaseDone({ listing, onGoOn }: { listing: Listing; onGoOn: () => Promise<void> }) {
  const goOn = useAction(onGoOn)
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="relative">
        <Photo
          src={listing.photos[0]}
          sizes="16rem"
          alt=""
          priority="eager"
          className="aspect-[4/3] w-64! rounded-card"
        />
        <CircleCheck
          size={56}
          aria-hidden
          className="absolute -right-4 -bottom-4 animate-pop rounded-full bg-surface fill-save text-surface"
        />
      </div>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-left">
        {NEXT.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <Button size="lg" wide pending={goOn.pending} onClick={() => void goOn.run()}>
        Go to your inbox
      </Button>
    </div>
  )
}
