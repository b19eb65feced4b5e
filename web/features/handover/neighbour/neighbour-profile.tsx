import { CalendarCheck, MessageCircle, PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Neighbour } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'
import { formatMonth } from '../../../lib/time.ts'
import { useMember } from '../../../lib/use-member.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { ListingCard } from '../../listing/listing-card.tsx'
import { ListingGrid } from '../../listing/listing-grid.tsx'
import { SafetyMenu } from '../../safety/safety-menu.tsx'
import { THANKS_LABELS } from '../thanks/thanks-labels.ts'

export const nameOfNeighbour = ({ firstName }: Neighbour): string => firstName ?? t('A neighbour')

/** A neighbour as others know them: what they have passed on, what they keep to, and what others thank them for. */
export function NeighbourProfile({ neighbour }: { neighbour: Neighbour }) {
  const { id, picture, memberSince, isNew, passedOn, appointments, repliesIn, listings } = neighbour
  const member = useMember()
  const name = nameOfNeighbour(neighbour)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar person={{ firstName: name, profileImageUrl: picture }} size="lg" />
        <div className="max-w-full min-w-[min(100%,9rem)] grow basis-[min-content]">
          <PageHeading className="text-2xl font-extrabold wrap-break-word">
            <bdi>{name}</bdi>
          </PageHeading>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            {t('Member since {month}', { month: formatMonth(memberSince) })}
            {isNew && <Badge tone="primary">{t('New here')}</Badge>}
          </p>
        </div>
        {member && member.id !== id && <SafetyMenu member={{ id, name }} />}
      </div>
      {!isNew && (
        <ul className="mt-6 grid gap-3 sm:grid-cols-3">
          <Figure icon={<PackageCheck size={24} aria-hidden />} words={t('passed on')}>
            {t('{count, plural, one {# thing} other {# things}}', { count: passedOn ?? 0 })}
          </Figure>
          {appointments && (
            <Figure icon={<CalendarCheck size={24} aria-hidden />} words={t('appointments kept')}>
              {t('{kept} of {of}', { kept: appointments.kept, of: appointments.of })}
            </Figure>
          )}
          {repliesIn !== null && (
            <Figure icon={<MessageCircle size={24} aria-hidden />} words={t('usually answers')}>
              {repliesIn}
            </Figure>
          )}
        </ul>
      )}
      <Thanks neighbour={neighbour} />
      <section className="mt-10">
        <h2 className="mb-4 text-xl font-extrabold">{t('Offered now')}</h2>
        {listings.length === 0 ? (
          <p className="text-muted">{t('Nothing right now.')}</p>
        ) : (
          <ListingGrid>
            {listings.map((listing) => (
              <li key={listing.id} className="grid">
                <ListingCard listing={listing} />
              </li>
            ))}
          </ListingGrid>
        )}
      </section>
    </>
  )
}

function Figure({ icon, words, children }: { icon: ReactNode; words: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-4">
      <span className="shrink-0 text-primary">{icon}</span>
      <p>
        <span className="figures block text-lg font-extrabold">{children}</span>
        <span className="block text-sm text-muted">{words}</span>
      </p>
    </li>
  )
}

function Thanks({ neighbour }: { neighbour: Neighbour }) {
  const { id: neighbourId, thanks } = neighbour
  const member = useMember()
  if (thanks.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-xl font-extrabold">{t('Thank-yous')}</h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {thanks.map(({ id, from, chips, words, writtenAt }) => (
          <li key={id} className="grid">
            <Card className="flex flex-col gap-2 p-4">
              <p className="flex items-center gap-2">
                <Avatar person={{ firstName: from.firstName, profileImageUrl: from.picture }} />
                <span className="min-w-0 font-semibold wrap-anywhere">{from.firstName ?? t('A neighbour')}</span>
                <span className="ms-auto shrink-0 text-sm text-muted">
                  <TimeAgo at={writtenAt} />
                </span>
                {member && (
                  <SafetyMenu
                    member={{ id: neighbourId, name: nameOfNeighbour(neighbour) }}
                    thing={{ kind: 'thanks', id }}
                    beside
                  />
                )}
              </p>
              {chips.length > 0 && (
                <p className="flex flex-wrap gap-2">
                  {chips.map((chip) => (
                    <Badge key={chip} tone="save">
                      {t(THANKS_LABELS[chip])}
                    </Badge>
                  ))}
                </p>
              )}
              {words !== null && (
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {words}
                </p>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
