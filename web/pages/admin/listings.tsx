import { ListingSearch } from '../../features/admin/listings/listing-search.tsx'
import { DecidedReports } from '../../features/admin/reports/decided-reports.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminListingsPage() {
  return (
    <Desk title={t('Listings')}>
      <ListingSearch />
      <DecidedReports />
    </Desk>
  )
}
