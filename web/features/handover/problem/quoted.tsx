import { rich } from '../../../lib/t.ts'

/** Somebody's words, and whose. */
export function Quoted({ by, children }: { by: string; children: string }) {
  return (
    <p className="mt-2 wrap-anywhere whitespace-pre-line">
      {rich('<by>{name}:</by> {words}', {
        name: by,
        words: <bdi>{children}</bdi>,
        by: (text) => <span className="font-semibold">{text}</span>,
      })}
    </p>
  )
}
