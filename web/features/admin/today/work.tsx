import { useState } from 'react'
import { WAITS } from '../../../../src/modules/admin/constants.ts'
import type { Overview } from '../../../../src/modules/admin/overview/contract.ts'
import { path } from '../../../lib/api.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Appeals } from '../appeals/appeals.tsx'
import { Disputes } from '../disputes/disputes.tsx'
import { Alarms } from '../overview/alarms.tsx'
import { Reports } from '../reports/reports.tsx'

/** The sections stand in this order where nothing in them waits. */
const SECTIONS = ['alarms', 'disputes', 'reports', 'appeals'] as const
type Section = (typeof SECTIONS)[number]

/** All that admins decide: the section of what waits longest first. The order stays while the page is open: nothing moves under a hand. */
export function Work() {
  const { data: market, error } = useApi(path('/api/admin/overview'))
  const [order, setOrder] = useState<readonly Section[]>()
  if (!order && market) setOrder(inOrder(market))
  const shown = order ?? (error === undefined ? [] : SECTIONS)
  return shown.map((section) => <Part key={section} section={section} />)
}

function Part({ section }: { section: Section }) {
  switch (section) {
    case 'alarms':
      return <Alarms />
    case 'disputes':
      return (
        <div id="disputes" className="scroll-mt-20">
          <Disputes />
        </div>
      )
    case 'reports':
      return <Reports />
    case 'appeals':
      return <Appeals state="open" />
  }
}

/** A problem that is decided automatically within a day is before everything else. */
function inOrder({ alarms }: Overview): Section[] {
  const since = (section: Section) => {
    const waiting = alarms.filter(({ kind, count }) => count > 0 && WAITS[kind].settle === `/admin#${section}`)
    if (waiting.some(({ kind }) => kind === 'decision_due')) return ''
    return waiting.flatMap(({ oldest }) => oldest ?? []).toSorted()[0] ?? 'z'
  }
  return SECTIONS.toSorted((one, other) => since(one).localeCompare(since(other)))
}
