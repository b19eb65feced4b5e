import { expect, test } from 'vitest'
import { buildListing } from '../../../../testing/market/builders.ts'
import { useMarket } from '../../../../testing/market/use-market.ts'
import type { ListingCard } from '../../contract.ts'

const market = useMarket()

const found = async (search: string) =>
  (await market.visitor().get<ListingCard[]>(`/api/items?search=${encodeURIComponent(search)}`)).body.map(
    ({ title }) => title,
  )

// As it is written here, and as somebody else writes it.
test.each([
  ['Großes Straßenrad', ['grosses strassenrad', 'GROSSES', 'straße', 'STRASSE', 'strasse']],
  ['Piñata de niño', ['pinata', 'PIÑATA', 'nino', 'niño']],
  ['Kırmızı ışık', ['kirmizi isik', 'KIRMIZI', 'ışık']],
  ['Cœur à croquer', ['coeur', 'a croquer']],
  ['Coração de mãe', ['coracao', 'mae']],
  // Marks over and under letters, and the stretching stroke.
  ['حِذَاءٌ لِلْأَطْفَال', ['حذاء', 'للاطفال', 'حــذاء']],
  ['سرير أطفال', ['سرير اطفال', 'سرير إطفال', 'سَرِير', 'ســرير']],
  ['إبريق آلة', ['ابريق', 'اله', 'آلة']],
  ['دراجة مستعملة ٢٠', ['دراجه', 'دراجة', 'مستعمله 20', '20', '٢٠']],
  ['كرسى على', ['كرسي', 'علي', 'كرسى', 'کرسی']],
])('%s is found as others write it', async (title, searches) => {
  await buildListing(market, { fields: { title } })
  for (const search of searches) expect(await found(search), search).toEqual([title])
})
