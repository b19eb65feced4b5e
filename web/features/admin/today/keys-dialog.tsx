import { words } from '../../../../src/platform/language/words.ts'
import { t } from '../../../lib/t.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import Dialog from '../../../ui/overlays/dialog.tsx'

/** The keys of the desk, with what they do. */
const KEYS = [
  ['j', words('Next row')],
  ['k', words('Previous row')],
  ['Enter', words('Open it')],
  ['t', words('Take it, or let it go')],
  ['h', words('Hide')],
  ['w', words('Warn')],
  ['d', words('Dismiss report')],
  ['s', words('Release to seller')],
  ['r', words('Refund buyer')],
  ['u', words('Undo a decision')],
  ['l', words('Keep a decision')],
  ['c', words('Clear')],
  ['?', words('All shortcuts')],
] as const

/** The list of keys. */
export default function KeysDialog({
  on,
  onSwitch,
  onOpenChange,
}: {
  on: boolean
  onSwitch: (on: boolean) => void
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Keyboard shortcuts')}
      description={t("Move to a row with j and k. A letter then presses that row's button.")}
    >
      <Checkbox
        label={t('Letters press buttons')}
        hint={t('This browser remembers it.')}
        checked={on}
        onChange={onSwitch}
      />
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-h-8 min-w-8 place-items-center rounded-input border border-line-strong bg-sunken px-2">
                {key}
              </kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
