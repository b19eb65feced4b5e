import { useState } from 'react'
import { words } from '../../../src/platform/language/words.ts'
import { messageFrom } from '../../lib/api.ts'
import { siteName } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import type { PushControl } from './use-push.ts'

interface Choice {
  isOn: boolean
  showsDetails: boolean
}

/** Whether this browser is told while the site is closed, or why it can't be. */
export function PushSwitch({ push }: { push: PushControl }) {
  const { state, turnOn, turnOff } = push
  // A choice is seen before it is done.
  const [chosen, setChosen] = useState<Choice>()
  const { run, error } = useAction(async (wanted: Choice) => {
    setChosen(wanted)
    try {
      await (wanted.isOn ? turnOn(wanted.showsDetails) : turnOff())
    } finally {
      setChosen(undefined)
    }
  })
  if (state === undefined) return null
  if (state !== 'on' && state !== 'off')
    return <p className="mt-3 rounded-input bg-sunken p-3">{t(HINDERED[state], { site: siteName() })}</p>
  const { isOn, showsDetails } = chosen ?? { isOn: state === 'on', showsDetails: push.showsDetails }
  return (
    <div className="mt-2">
      <Checkbox
        label={t('Notifications on this device')}
        hint={t('Also while the site is closed, until you sign out here.')}
        checked={isOn}
        onChange={(checked) => void run({ isOn: checked, showsDetails: false })}
      />
      {isOn && (
        <Checkbox
          label={t('Show names and items')}
          hint={t('On the locked screen too. Otherwise you only see what kind of news it is.')}
          checked={showsDetails}
          onChange={(checked) => void run({ isOn, showsDetails: checked })}
        />
      )}
      {error !== undefined && (
        <FieldError>
          {messageFrom(error, t("This didn't work. Your browser may not reach its push service."))}
        </FieldError>
      )}
    </div>
  )
}

const HINDERED: Record<'unsupported' | 'install' | 'denied', string> = {
  unsupported: words("This browser can't show notifications while the site is closed."),
  install: words(
    'To get notifications on an iPhone or iPad, add {site} to the home screen (Share, Add to Home Screen) and open it there.',
  ),
  denied: words("Notifications are blocked. Allow them in your browser's settings for this site."),
}
