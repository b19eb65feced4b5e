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
    <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary max-sm:hidden">
      <Icon size={20} aria-hidden />
    </span>
  )
}
