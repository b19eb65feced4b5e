import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from '../run/listen-locally.ts'

export interface RecallsDouble {
  /** For the configuration: where each source's file is. */
  env: Record<string, string>
  /** The answer for each path: an object as JSON, a text as it is; null while the source is away. */
  files: Record<'/cpsc' | '/canada' | '/eu', object | string | null>
  /** Holds an answer back; its file is the one that was there when it was asked for. */
  hold: (path: string) => Promise<unknown> | undefined
  stop(): Promise<void>
}

/** One entry of each source, as it publishes them. */
export const cpscEntry = (
  number: string,
  { title, name, model = '' }: { title: string; name: string; model?: string },
) => ({
  RecallID: Number(number.replace(/\D/g, '')),
  RecallNumber: number,
  RecallDate: '2026-03-05T00:00:00',
  Description: `This recall involves ${name}.`,
  URL: `https://www.cpsc.gov/Recalls/2026/${number}`,
  Title: title,
  ConsumerContact: 'By mail.',
  LastPublishDate: '2026-03-05T00:00:00',
  Products: [{ Name: name, Description: '', Model: model, Type: '', CategoryID: '', NumberOfUnits: 'About 100' }],
  Inconjunctions: [],
  Images: [],
  Injuries: [{ Name: 'None reported' }],
  Manufacturers: [],
  Retailers: [],
  Importers: [],
  Distributors: [],
  ManufacturerCountries: [{ Country: 'Austria' }],
  ProductUPCs: [],
  Hazards: [{ Name: 'It can break.', HazardType: '', HazardTypeID: '' }],
  Remedies: [{ Name: 'Refund' }],
  RemedyOptions: [{ Option: 'Refund' }],
})
export const canadaEntry = (
  nid: string,
  {
    title,
    product,
    organization = 'Consumer product safety',
  }: { title: string; product: string; organization?: string },
) => ({
  NID: nid,
  Title: title,
  URL: `https://recalls-rappels.canada.ca/en/alert-recall/${nid}`,
  Organization: organization,
  Product: product,
  Issue: 'Fall hazard',
  Category: 'Children’s products',
  'Recall class': '',
  'Last updated': '2026-04-01',
  Archived: '0',
})
export const europeEntry = (
  number: string,
  { brand, name, model = '' }: { brand: string; name: string; model?: string },
) => ({
  alert_number: number,
  alert_date: '2026-02-13',
  alert_level: 'Serious risk',
  alert_country: 'Austria',
  product_category: 'Toys',
  product_brand: brand,
  product_name: name,
  product_model_type: model,
  alert_description: 'The toy has small parts.',
  rapex_url: `https://ec.europa.eu/safety-gate-alerts/screen/webReport/alertDetail/${number.replaceAll('/', '-')}`,
})

/** All three publishers as a server: each path answers a GET that says who asks, and nothing else. */
export async function startRecallsDouble(): Promise<RecallsDouble> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const file = new Map<string, object | string | null>(Object.entries(double.files)).get(request.url ?? '')
    await double.hold(request.url ?? '')
    if (request.method !== 'GET' || !/^Outgrown\/\d/.test(request.headers['user-agent'] ?? ''))
      return response.writeHead(403).end()
    if (file === undefined) return response.writeHead(404).end()
    if (file === null) return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(typeof file === 'string' ? file : JSON.stringify(file))
  }
  const server = createServer((request, response) => void answer(request, response))
  const { url, stop } = await listenLocally(server)
  const double: RecallsDouble = {
    env: {
      RECALLS_CPSC_URL: `${url}/cpsc`,
      RECALLS_HEALTH_CANADA_URL: `${url}/canada`,
      RECALLS_SAFETY_GATE_URL: `${url}/eu`,
    },
    files: { '/cpsc': null, '/canada': null, '/eu': null },
    hold: () => undefined,
    stop,
  }
  return double
}
