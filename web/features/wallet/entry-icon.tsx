import {
  CalendarCheck,
  Flame,
  Gift,
  HandCoins,
  type LucideIcon,
  PackagePlus,
  ShoppingBag,
  Trophy,
  Undo2,
  Users,
} from 'lucide-react'
import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'

const ICONS: Record<TokenTransaction['type'], LucideIcon> = {
  purchase_item: ShoppingBag,
  sale: HandCoins,
  refund: Undo2,
  welcome_bonus: Gift,
  first_listing: PackagePlus,
  first_sale: Trophy,
  monthly_combo: CalendarCheck,
  streak_bonus: Flame,
  referral_bonus: Users,
}

export function EntryIcon({ type }: { type: TokenTransaction['type'] }) {
  const Icon = ICONS[type]
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-primary @max-[14rem]:hidden sm:size-10">
      <Icon className="size-4 sm:size-5" aria-hidden />
    </span>
  )
}
