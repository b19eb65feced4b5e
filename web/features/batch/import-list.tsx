import { Download, FileSpreadsheet } from 'lucide-react'
import { weightUnit } from '../../lib/look.ts'
import { enumerated } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import type { BatchListing } from './batch-listing.ts'
import { EXAMPLE_LIST, type ListProblem } from './read-list.ts'
import { useImport } from './use-import.ts'

export interface ImportListProps {
  /** With the files of their photos, by address. */
  onTake: (listings: BatchListing[], files: Map<string, File>) => void
  /** This part could not be fetched. */
  onLost: () => void
}

const TYPES = '.csv,.tsv,text/csv,image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

/** A list and its photos become items under review; what can't be taken is told row by row. */
export default function ImportList({ onTake }: ImportListProps) {
  const list = useImport(onTake)
  const count = list.ready.length
  return (
    <div className="mt-3 flex flex-col gap-4">
      <ul className="list-disc ps-5 text-muted">
        <li>
          {t(
            'The first row names the columns: title, description and photos; optionally category, condition, size and weight ({unit}), in any order.',
            { unit: weightUnit() },
          )}
        </li>
        <li>
          {t(
            'Under “photos”, give the names of 1 to 5 files, separated by |. Choose those files together with the list.',
          )}
        </li>
        <li>
          {t('A bag of several things has a number under “bag”, and may have its largest size under “up to size”.')}
        </li>
        <li>{t('Up to 100 rows and 1 MB. Prices are left out: an item costs what its category costs.')}</li>
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <label
          className={`${buttonClass({ variant: count > 0 ? 'quiet' : 'primary' })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
        >
          <FileSpreadsheet size={18} aria-hidden /> {t('Choose list and photos')}
          <input
            type="file"
            accept={TYPES}
            multiple
            disabled={list.sending}
            className="sr-only"
            onChange={({ target }) => {
              list.add([...(target.files ?? [])])
              target.value = ''
            }}
          />
        </label>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE_LIST)}`}
          download="example-list.csv"
          className={buttonClass({ variant: 'plain' })}
        >
          <Download size={18} aria-hidden /> {t('Example list')}
        </a>
      </div>
      <div role="status">
        {list.name !== undefined && (
          <p className="font-semibold">
            {list.problems.length > 0
              ? t(
                  "{name}: {count, plural, one {# item} other {# items}} can be taken, {rows, plural, one {# row} other {# rows}} can't.",
                  { name: list.name, count, rows: rowsOf(list.problems) },
                )
              : t('{name}: {count, plural, one {# item} other {# items}} can be taken.', { name: list.name, count })}
          </p>
        )}
        {list.unused.length > 0 && (
          <p className="text-sm text-muted">
            {t("Columns we don't use: {names}.", { names: enumerated(list.unused) })}
          </p>
        )}
      </div>
      <div role="alert">
        {list.refusal !== undefined && <FieldError>{list.refusal}</FieldError>}
        {list.failure !== undefined && <FieldError>{list.failure}</FieldError>}
      </div>
      <Problems problems={list.problems} />
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="lg" pending={list.sending} onClick={list.take}>
            {list.failure === undefined
              ? t('Import {count, plural, one {# item} other {# items}}', { count })
              : t('Try again')}
          </Button>
          <p role="status" className="text-sm text-muted">
            {list.sending
              ? t('Photo {number} of {count}…', {
                  number: Math.min(list.sent + 1, list.photosReady),
                  count: list.photosReady,
                })
              : t("You'll review them before anything is posted.")}
          </p>
        </div>
      )}
    </div>
  )
}

function Problems({ problems }: { problems: ListProblem[] }) {
  if (problems.length === 0) return null
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">{t("What can't be imported")}</caption>
        <thead className="text-muted">
          <tr>
            {[t('Row'), t('Column'), t("What's wrong")].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`} className="align-top">
              <td className="figures px-3 py-2 font-semibold">{row}</td>
              <td className="px-3 py-2">{column}</td>
              <td className="px-3 py-2 wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowsOf = (problems: ListProblem[]) => new Set(problems.map(({ row }) => row)).size
