import type { Trx } from '../../../platform/database.ts'
import { Analysis, GENERIC_BRAND, SURE, suggestedTitle } from '../analysis/contract.ts'
import { DRAFTED, type Drafted } from '../contract.ts'
import { photosWithOriginals } from '../photo/photo.ts'

type Fields = Partial<Record<Drafted, string | null | undefined>>

/**
 * The fields that a model has drafted and nobody has changed: they are as in a kept analysis of these photos, whatever the
 * browser says. What the model wasn't sure of stood in no field, but for the items of a batch, whose seller looks at guesses.
 */
export async function draftedFields(
  trx: Trx,
  { ownerId, photos, fields }: { ownerId: string; photos: string[]; fields: Fields },
): Promise<Drafted[]> {
  const urls = await photosWithOriginals(trx, photos)
  const { rows } = await trx.raw<{ rows: { result: unknown; guessed: boolean }[] }>(
    `select result, exists (
       select from analysis_batch batch join analysis_batch_item item on item.batch_id = batch.id
       where batch.owner_id = analysis.owner_id and item.photo_urls && analysis.photo_urls
     ) as guessed
     from photo_analysis analysis
     where owner_id = ? and photo_urls && ?::text[] and (result ->> 'ai')::boolean`,
    [ownerId, urls],
  )
  const drafts = rows.map(({ result, guessed }) => draftsOf(Analysis.parse(result), guessed ? 0 : SURE))
  return DRAFTED.filter((field) => {
    const written = plain(fields[field])
    return written !== '' && drafts.some((draft) => draft[field].some((text) => plain(text) === written))
  })
}

/** @param least the confidence from which a guess stands in its field */
function draftsOf(
  { brand, product, condition, description, estimatedWeightLbs }: Analysis,
  least: number,
): Record<Drafted, string[]> {
  const titles = [brand.primary, GENERIC_BRAND].map((name) => suggestedTitle(name, product.primary))
  const weight = estimatedWeightLbs === null || product.confidence < least ? [] : [String(estimatedWeightLbs)]
  return {
    title: titles,
    description: [description],
    condition: condition.confidence < least ? [] : [condition.primary],
    weightLbs: weight,
  }
}

const plain = (text: string | null | undefined) => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

/** The drafted fields that a change leaves as they were. */
export const stillDrafted = (before: Fields & { drafted: string[] }, after: Fields): string[] =>
  before.drafted.filter((field) => {
    const name = field as Drafted
    return after[name] === undefined || plain(after[name]) === plain(before[name])
  })
