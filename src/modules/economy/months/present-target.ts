import { formatHundredths } from '../../../platform/decimal.ts'

/** The target that a month was published with, and the one from which it moved by itself. */
export const presentTarget = ({ target, moved_from: from }: { target: bigint | null; moved_from: bigint | null }) => ({
  target: target === null ? null : formatHundredths(target),
  movedFrom: from === null ? null : formatHundredths(from),
})
