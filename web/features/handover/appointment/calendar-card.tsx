import { useState } from 'react'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { call, messageFrom, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { toast } from '../../../ui/toasts/toast.ts'

/** The secret address at which a calendar program reads the member's appointments; it is shown once. */
export function CalendarCard() {
  const { data: feed, error, mutate } = useApi(path('/api/users/me/calendar'))
  const [url, setUrl] = useState<string>()
  const change = useAction(async (wanted: 'open' | 'close') => {
    try {
      if (wanted === 'open') setUrl((await call('POST /api/users/me/calendar', { body: {} })).url)
      else {
        await call('DELETE /api/users/me/calendar')
        setUrl(undefined)
      }
    } catch (failure) {
      toast({
        title: t('Nothing was changed'),
        description: messageFrom(failure, t('Please try again.')),
        tone: 'danger',
      })
    } finally {
      await mutate()
    }
  })
  const since = feed?.createdAt ?? null
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t('Calendar')}</h2>
      <p className="text-muted">
        {t('See your appointments in your own calendar. The link is secret and shows no home addresses.')}
      </p>
      {url !== undefined && (
        <div className="mt-3 flex flex-wrap items-center gap-3 rounded-input bg-sunken p-3">
          <code className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">{url}</code>
          <CopyButton text={url} label={t('Copy calendar link')} />
          <p className="w-full text-sm text-muted">
            {t("Add it to your calendar app as a subscription now: we won't show it again.")}
          </p>
        </div>
      )}
      {feed && since !== null && url === undefined && (
        <p className="mt-3">
          {t('Your link was made on {since}. Anyone who has it can read your appointments.', {
            since: formatDay(since),
          })}
        </p>
      )}
      {feed && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="quiet" pending={change.pending} onClick={() => void change.run('open')}>
            {since === null ? t('Get calendar link') : t('Get a new link')}
          </Button>
          {since !== null && (
            <Button variant="plain" pending={change.pending} onClick={() => void change.run('close')}>
              {t('Turn it off')}
            </Button>
          )}
        </div>
      )}
      {!feed && error === undefined && <PageLoading />}
      {!feed && error !== undefined && (
        <LoadError title={t('Your calendar could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}
