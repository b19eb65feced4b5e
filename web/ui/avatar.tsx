import { clsx } from 'clsx'

interface Person {
  firstName?: string | null
  email?: string | null
  profileImageUrl?: string | null
}

/** First letter of the first name, else of the e-mail address, else 'U'. */
function initialOf({ firstName, email }: Person): string {
  return (firstName?.trim() || email?.trim() || 'U').charAt(0).toUpperCase()
}

const SIZES = { sm: 'size-9 text-base', md: 'size-12 text-lg', lg: 'size-20 text-2xl' }

export function Avatar({ person, size = 'sm' }: { person: Person; size?: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-extrabold text-primary',
        SIZES[size],
      )}
    >
      {person.profileImageUrl ? (
        <img src={person.profileImageUrl} alt="" className="size-full object-cover" />
      ) : (
        initialOf(person)
      )}
    </span>
  )
}
