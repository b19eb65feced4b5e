import { CategoryPrices } from '../../features/admin/settings/category-prices.tsx'
import { CannedWordsCard } from '../../features/admin/settings/canned-words.tsx'
import { FeesCard } from '../../features/admin/settings/fees-card.tsx'
import { SiteCard } from '../../features/admin/settings/site-card.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminSettingsPage() {
  return (
    <Desk title={t('Settings')}>
      <div className="grid items-start gap-5 wide:grid-cols-[2fr_1fr]">
        <CategoryPrices />
        <FeesCard />
      </div>
      <CannedWordsCard />
      <SiteCard />
    </Desk>
  )
}
