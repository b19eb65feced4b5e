import { X } from 'lucide-react'
import { Link } from '../../lib/navigation.tsx'
import { SHOWN } from '../../../src/modules/catalog/attributes.ts'
import type { BasketLine } from '../../../src/modules/purchasing/basket/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { formatExact } from '../../lib/format.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { inWords } from '../listing/labels.ts'
import { Photo } from '../listing/photo.tsx'
import { putIn, takeOut } from './change-basket.ts'

interface Props {
  lines: BasketLine[]
  member: User | null
  /** A line is out: the focus, which was on its button, is to go somewhere. */
  onRemoved: () => void
}

export function BasketLines({ lines, member, onRemoved }: Props) {
  return (
    <ul aria-label={t('In this pickup')} className="mt-3 flex flex-col divide-y divide-line">
      {lines.map((line) => (
        <Line key={line.id} line={line} member={member} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

function Line({ line, member, onRemoved }: Omit<Props, 'lines'> & { line: BasketLine }) {
  const { id, title, photos, photoInfo, tokenTotal, reservedBy } = line
  const { run, pending } = useAction(async () => {
    if (!(await takeOut(member, [id]))) return
    onRemoved()
    const undo = { label: t('Undo'), onSelect: () => void putIn(member, id) }
    toast({ title: t('Removed from your pickup'), description: title, action: undo })
  })
  return (
    <li className="flex items-center gap-3 py-3">
      <Photo
        src={photos[0]}
        info={photoInfo[0]}
        sizes="5rem"
        alt=""
        className="aspect-[4/3] w-20! shrink-0 rounded-input"
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <Link to={`/item/${id}`} dir="auto" className="line-clamp-3 wrap-anywhere hover:underline">
            {title}
          </Link>
        </p>
        <p className="text-sm text-muted">
          {SHOWN.form.flatMap((name) => inWords(name, line[name]) ?? []).join(' · ')}
        </p>
        <p className="figures text-sm font-semibold">{t('{tokens} tokens', { tokens: formatExact(tokenTotal) })}</p>
        <Reserved by={reservedBy} />
      </div>
      <Button
        variant="plain"
        size="icon"
        pending={pending}
        aria-label={t('Remove {title}', { title })}
        onClick={() => void run()}
      >
        {!pending && <X size={20} aria-hidden />}
      </Button>
    </li>
  )
}

function Reserved({ by }: { by: BasketLine['reservedBy'] }) {
  if (by === null) return null
  return (
    <p className="mt-1 rounded-input bg-lamp-soft px-2 py-1 text-sm text-lamp-text">
      {by === 'somebody' ? (
        t("Someone is paying for this right now, so it isn't counted. It may be back within 15 minutes.")
      ) : (
        <>
          {rich("You're paying for this already. <link>See your purchases</link>", {
            link: (text) => (
              <Link to="/purchases" className="font-semibold underline">
                {text}
              </Link>
            ),
          })}
        </>
      )}
    </p>
  )
}
