import type { Market } from '../../../src/modules/economy/contract.ts'
import { formatMonth } from '../../lib/time.ts'
import { t } from '../../lib/t.ts'
import { Card } from '../../ui/card.tsx'

/** Searches of at least five people that found nothing. */
export function MissedSearches({ missed }: { missed: Market['missed'] }) {
  return (
    <Card className="p-4">
      <h2 className="text-lg font-extrabold">{t("What people look for and can't find")}</h2>
      {missed.length === 0 ? (
        <p className="text-muted">{t('Nothing yet that five or more people have looked for.')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {missed.map(({ month, words, people }) => (
            <li key={`${month} ${words}`} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span dir="auto" className="min-w-0 font-semibold break-words">
                {words}
              </span>
              <span className="text-muted">
                {t('{people, plural, one {# person} other {# people}}, {month}', {
                  people,
                  month: formatMonth(`${month}-15T12:00:00Z`),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
