import type { Answer, TestClient } from './market/client.ts'

/** The answers of all pages from `path` on, each found by the `Link` of the one before. */
export async function readPages<Body>(reader: TestClient, path: string): Promise<Body[]> {
  const pages: Body[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer<Body> = await reader.get<Body>(next)
    if (answer.status !== 200) throw new Error(`${next}: ${answer.status} ${JSON.stringify(answer.body)}`)
    pages.push(answer.body)
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return pages
}
