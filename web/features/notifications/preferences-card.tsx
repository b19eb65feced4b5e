import { MAIL_CHOICES } from '../../../src/modules/notifications/constants.ts'
import type {
  ChangePreferencesBody,
  Choice,
  ChosenKind,
  Preferences,
} from '../../../src/modules/notifications/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/forms/inputs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { KIND_NAMES } from './kinds.ts'
import { PushSwitch } from './push-switch.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'
import { usePush } from './use-push.ts'

const MAIL_WORDS: Record<(typeof MAIL_CHOICES)[number], string> = {
  'at-once': words('Right away'),
  daily: words('Daily'),
  never: words('Never'),
}

/** The member's choices, kind by kind; each choice is saved as it is made. */
export function PreferencesCard() {
  const { data, error, mutate } = useApi(path('/api/notifications/preferences'))
  const push = usePush()
  const isPushPossible = push.state === 'on' || push.state === 'off'
  const change = async (wanted: ChangePreferencesBody) => {
    try {
      await mutate(call('PATCH /api/notifications/preferences', { body: wanted }), {
        ...(data && { optimisticData: changed(data, wanted) }),
        revalidate: false,
      })
    } catch (failure) {
      const description = messageFrom(failure, t('Failed to save your information'))
      toast({ title: t('Error'), description, tone: 'danger' })
    }
  }
  return (
    <Card>
      <h2 id="notifications" className="scroll-mt-24 text-xl font-extrabold">
        {t('Notifications')}
      </h2>
      <p className="text-muted">{t("We don't email what you've read here within ten minutes.")}</p>
      {data && (
        <div className="@container">
          <PushSwitch push={push} />
          <ChoiceTable
            preferences={data}
            withPush={isPushPossible}
            onChange={(kind, choice) => void change({ kinds: { [kind]: choice } })}
          />
          <QuietHoursFields
            hours={data.quietHours}
            timeZone={data.timeZone}
            onChange={(quietHours) => void change({ quietHours })}
          />
        </div>
      )}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('Your choices could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}

function changed(
  before: Preferences,
  { kinds = {}, quietHours = before.quietHours }: ChangePreferencesBody,
): Preferences {
  const choices = Object.entries(kinds).map(([kind, choice]) => [
    kind,
    { ...before.kinds[kind as ChosenKind], ...choice },
  ])
  return { ...before, kinds: { ...before.kinds, ...(Object.fromEntries(choices) as Preferences['kinds']) }, quietHours }
}

interface TableProps {
  preferences: Preferences
  withPush: boolean
  onChange: (kind: ChosenKind, choice: Partial<Choice>) => void
}

/** Where text is so large that the columns don't fit, the choices stand below. */
const ROW = '@max-[18rem]:flex @max-[18rem]:flex-wrap @max-[18rem]:items-center'

function ChoiceTable({ preferences, withPush, onChange }: TableProps) {
  return (
    <table className="mt-3 w-full @max-[18rem]:block">
      <thead className="text-start text-sm text-muted @max-[18rem]:sr-only">
        <tr>
          <th scope="col" className="font-semibold">
            {t('About')}
          </th>
          <th scope="col" className="w-12 text-center font-semibold">
            {t('Site')}
          </th>
          {withPush && (
            <th scope="col" className="w-12 text-center font-semibold">
              {t('Push')}
            </th>
          )}
          <th scope="col" className="w-38 ps-2 font-semibold">
            {t('Mail')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line @max-[18rem]:block">
        {(Object.keys(KIND_NAMES) as ChosenKind[]).map((kind) => {
          const name = t(KIND_NAMES[kind].name)
          const { site, push, mail } = preferences.kinds[kind]
          return (
            <tr key={kind} className={ROW}>
              <th scope="row" className="py-2 pe-2 text-start @max-[18rem]:w-full">
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm font-normal text-muted">{t(KIND_NAMES[kind].hint)}</span>
              </th>
              <Tick
                column={t('Site')}
                label={t('{kind} on the site', { kind: name })}
                checked={site}
                onChange={(checked) => onChange(kind, { site: checked })}
              />
              {withPush && (
                <Tick
                  column={t('Push')}
                  label={t('{kind} by push', { kind: name })}
                  checked={push}
                  onChange={(checked) => onChange(kind, { push: checked })}
                />
              )}
              <td className="min-w-0 flex-1 py-2 ps-2 @max-[12rem]:flex-none @max-[12rem]:basis-full @max-[12rem]:ps-0">
                <Select
                  aria-label={t('{kind} by email', { kind: name })}
                  value={mail}
                  onChange={(event) => onChange(kind, { mail: event.target.value as Choice['mail'] })}
                >
                  {MAIL_CHOICES.map((choice) => (
                    <option key={choice} value={choice}>
                      {t(MAIL_WORDS[choice])}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          )
        })}
        <tr className={ROW}>
          <th scope="row" className="py-2 pe-2 text-start @max-[18rem]:w-full">
            <span className="block font-semibold">{t('Your account')}</span>
            <span className="block text-sm font-normal text-muted">{t('What you need to know')}</span>
          </th>
          <td colSpan={withPush ? 3 : 2} className="py-2 text-end text-muted">
            {t('Always, and right away')}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

interface TickProps {
  column: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Tick({ column, label, checked, onChange }: TickProps) {
  return (
    <td className="text-center">
      <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 accent-primary"
        />
        <span aria-hidden className="hidden text-sm text-muted @max-[18rem]:inline">
          {column}
        </span>
      </label>
    </td>
  )
}
