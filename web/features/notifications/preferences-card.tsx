import { MAIL_CHOICES } from '../../../src/modules/notifications/constants.ts'
import type {
  ChangePreferencesBody,
  Choice,
  ChosenKind,
  Preferences,
} from '../../../src/modules/notifications/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, messageFrom, path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/inputs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toast.ts'
import { KIND_NAMES } from './kinds.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

const MAIL_WORDS: Record<(typeof MAIL_CHOICES)[number], string> = {
  'at-once': 'At once',
  daily: 'Daily',
  never: 'Never',
}

/** How the member wants to be told, kind by kind; each choice is saved as it is made. */
export function PreferencesCard() {
  const { data, error, mutate } = useApi(path('/api/notifications/preferences'))
  const change = async (wanted: ChangePreferencesBody) => {
    try {
      await mutate(call('PATCH /api/notifications/preferences', { body: wanted }), {
        ...(data && { optimisticData: changed(data, wanted) }),
        revalidate: false,
      })
    } catch (failure) {
      const description = messageFrom(failure, 'Failed to save your information')
      toast({ title: 'Error', description, tone: 'danger' })
    }
  }
  return (
    <Card>
      <h2 id="notifications" className="scroll-mt-24 text-xl font-extrabold">
        Notifications
      </h2>
      <p className="text-muted">What you've read here within ten minutes isn't mailed.</p>
      {data && (
        <div className="@container">
          <ChoiceTable preferences={data} onChange={(kind, choice) => void change({ kinds: { [kind]: choice } })} />
          <QuietHoursFields
            key={JSON.stringify(data.quietHours)}
            hours={data.quietHours}
            timeZone={data.timeZone}
            onChange={(quietHours) => void change({ quietHours })}
          />
        </div>
      )}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title="Your choices could not be loaded" error={error} onRetry={() => void mutate()} />
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
  onChange: (kind: ChosenKind, choice: Partial<Choice>) => void
}

/** Where text is so large that three columns don't fit, the choices stand below. */
const ROW = '@max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:items-center'

function ChoiceTable({ preferences, onChange }: TableProps) {
  return (
    <table className="mt-3 w-full @max-[15rem]:block">
      <thead className="text-left text-sm text-muted @max-[15rem]:sr-only">
        <tr>
          <th scope="col" className="font-semibold">
            About
          </th>
          <th scope="col" className="w-14 text-center font-semibold">
            Site
          </th>
          <th scope="col" className="w-35 pl-3 font-semibold">
            Mail
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line @max-[15rem]:block">
        {(Object.keys(KIND_NAMES) as ChosenKind[]).map((kind) => {
          const { name, hint } = KIND_NAMES[kind]
          const { site, mail } = preferences.kinds[kind]
          return (
            <tr key={kind} className={ROW}>
              <th scope="row" className="py-2 pr-2 text-left @max-[15rem]:w-full">
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm font-normal text-muted">{hint}</span>
              </th>
              <td className="text-center">
                <label className="inline-grid size-11 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    aria-label={`${name} on the site`}
                    checked={site}
                    onChange={(event) => onChange(kind, { site: event.target.checked })}
                    className="size-6 accent-primary"
                  />
                </label>
              </td>
              <td className="min-w-0 flex-1 py-2 pl-3">
                <Select
                  aria-label={`${name} by mail`}
                  value={mail}
                  onChange={(event) => onChange(kind, { mail: event.target.value as Choice['mail'] })}
                >
                  {MAIL_CHOICES.map((choice) => (
                    <option key={choice} value={choice}>
                      {MAIL_WORDS[choice]}
                    </option>
                  ))}
                </Select>
              </td>
            </tr>
          )
        })}
        <tr className={ROW}>
          <th scope="row" className="py-2 pr-2 text-left @max-[15rem]:w-full">
            <span className="block font-semibold">Your account</span>
            <span className="block text-sm font-normal text-muted">What you have to know</span>
          </th>
          <td colSpan={2} className="py-2 text-right text-muted">
            Always, and at once
          </td>
        </tr>
      </tbody>
    </table>
  )
}
