import type { EmailPreferences } from '../../../src/modules/identity/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, messageFrom, path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toast.ts'

const MAILS = [
  { name: 'messages', label: 'Unread messages', hint: 'At most one mail an hour for each conversation.' },
  { name: 'purchases', label: 'Purchases and sales', hint: "Reminders of what's still waiting for you." },
] as const

/** Which mails the member wants, each saved when it is switched. */
export function MailCard() {
  const { data, error, mutate } = useApi(path('/api/users/me/email-preferences'))
  const change = async (wanted: Partial<EmailPreferences>) => {
    try {
      await mutate(call('PATCH /api/users/me/email-preferences', { body: wanted }), {
        optimisticData: (current) => ({ messages: true, purchases: true, ...current, ...wanted }),
        revalidate: false,
      })
    } catch (failure) {
      const description = messageFrom(failure, 'Failed to save your information')
      toast({ title: 'Error', description, tone: 'danger' })
    }
  }
  return (
    <Card>
      <h2 className="text-xl font-extrabold">E-mail</h2>
      <p className="mb-2 text-muted">Write to me about:</p>
      {data &&
        MAILS.map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            label={label}
            hint={hint}
            checked={data[name]}
            onChange={(checked) => void change({ [name]: checked })}
          />
        ))}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title="Your choices could not be loaded" error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}
