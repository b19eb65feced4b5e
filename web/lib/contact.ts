import type { User } from '../../src/modules/identity/contract.ts'

/** The person for whom a buyer asks, unless the member has said otherwise. */
export const contactNameOf = ({ defaultContactName, firstName, lastName }: User): string =>
  defaultContactName ?? [firstName, lastName].filter(Boolean).join(' ')

export const contactEmailOf = ({ defaultContactEmail, email }: User): string => defaultContactEmail ?? email
