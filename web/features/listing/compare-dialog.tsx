import { ExternalLink } from 'lucide-react'
import type { FoundRecall } from '../../../src/modules/recalls/contract.ts'
import { enumerated } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/overlays/dialog.tsx'

interface Props {
  title: string
  /** As its source tells it, or what is known of it in a sentence. */
  recalls: (FoundRecall | string)[]
  onAnother: () => void
  onOpenChange: (open: boolean) => void
}

/** The label in one hand, the recall in the other. */
export default function CompareDialog({ title, recalls, onAnother, onOpenChange }: Props) {
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Please compare its label')}
      description={t('“{title}” may be something that its maker has called back.', { title })}
    >
      <ul className="flex flex-col gap-3">
        {recalls.map((recall) => (
          <li key={typeof recall === 'string' ? recall : recall.key} className="rounded-card bg-sunken p-3">
            {typeof recall === 'string' ? recall : <Recall {...recall} />}
          </li>
        ))}
      </ul>
      <p className="mt-3">
        {t(
          'Look for brand, model number and date on its label. If it is another one, please show the label on one of your photos. If it is this one, keep it: the recall says what its maker gives you for it.',
        )}
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t('It is this one')}
        </Button>
        <Button onClick={onAnother}>{t('It is another one')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Recall({ brand, products, models, date, hazard, url }: FoundRecall) {
  return (
    <>
      <p className="font-bold wrap-anywhere">{`${brand} ${enumerated(products)}`}</p>
      <p className="text-sm text-muted">{t('Recalled {date}', { date })}</p>
      <p className="mt-1 wrap-anywhere" lang="en">
        {hazard}
      </p>
      {models.length > 0 && (
        <p className="mt-1 text-sm wrap-anywhere">
          {t('Model numbers: {models}', { models: enumerated(models.slice(0, 12)) })}
        </p>
      )}
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="link mt-1 inline-flex min-h-11 items-center gap-1 font-semibold"
      >
        {t('Read the recall')} <ExternalLink size={16} aria-hidden />
      </a>
    </>
  )
}
