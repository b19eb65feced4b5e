import type { Baskets } from '../../../src/modules/purchasing/basket/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { takeOut } from './change-basket.ts'

interface Props {
  gone: Baskets['gone']
  member: User | null
  onTaken: () => void
}

/** Listings that can't be bought any more, until the reader has seen so. */
export function GoneNotice({ gone, member, onTaken }: Props) {
  const { run, pending } = useAction(async () => {
    const ids = gone.map(({ id }) => id)
    if (await takeOut(member, ids)) onTaken()
  })
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-card bg-lamp-soft p-4 text-lamp-text">
      <ul className="min-w-0 flex-1 basis-60 font-semibold">
        {gone.map(({ id, message }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            {message}.
          </li>
        ))}
      </ul>
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        {t('Got it')}
      </Button>
    </div>
  )
}
