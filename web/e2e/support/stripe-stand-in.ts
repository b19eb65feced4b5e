import type { Page } from '@playwright/test'
import { startStripeDouble, type StripeDouble } from '../../../src/testing/doubles/stripe-double.ts'

interface Intent {
  id: string
  client_secret: string
  status: string
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
}

export interface StripeStandIn {
  /** The environment by which the market knows of it. */
  env: Record<string, string>
  intents: Map<string, Intent>
  double: StripeDouble
  /** Serves Stripe.js, and the API that it speaks to, to that page. */
  appearTo(page: Page): Promise<void>
}

/** Stripe as both the server and the browser meet it, as far as our side of the Payment Element goes. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const intents = new Map<string, Intent>()
  const double = await startStripeDouble(async (request) => answer(intents, request))
  return {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
      STRIPE_API_BASE: double.url,
    },
    intents,
    double,
    async appearTo(page) {
      await page.route('https://js.stripe.com/**', (route) =>
        route.request().resourceType() === 'document'
          ? route.fulfill({ contentType: 'text/html', body: CARD_FIELD })
          : route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
      )
      await page.route('https://hooks.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: BANK_QUESTION }),
      )
      await page.route('https://api.stripe.com/**', async (route) => {
        const id = new URL(route.request().url()).pathname.split('/')[3] ?? ''
        const intent = intents.get(id)
        const card = new URLSearchParams(route.request().postData() ?? '').get('card') ?? ''
        const declined = card.endsWith('0002')
        const paid = intent && !declined && !card.endsWith('9987') && intent.status !== 'canceled'
        if (paid) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
        const json = declined ? { error: { message: 'Your card was declined.' } } : { paymentIntent: intent }
        await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json })
      })
    },
  }
}

const frame = (body: string) => `<!doctype html><html lang="en"><title>Stripe</title><body>${body}</body></html>`

/** The card is typed into a page of Stripe's own. */
const CARD_FIELD = frame(`<label>Card number <input id="card"></label><script>
  card.oninput = () => parent.postMessage({ card: card.value }, '*')
</script>`)

/** The bank's question lies over the whole page: something to type, something to press. */
const BANK_QUESTION =
  frame(`<label>Code from your bank <input id="code"></label><button id="done">Confirm</button><script>
  done.onclick = () => parent.postMessage({ code: code.value }, '*')
</script>`)

async function answer(intents: Map<string, Intent>, request: Request): Promise<Response> {
  const [, , , id, action] = new URL(request.url).pathname.split('/')
  const known = intents.get(id ?? '')
  if (known && action === 'cancel' && known.status !== 'succeeded') known.status = 'canceled'
  if (known) return Response.json({ object: 'payment_intent', latest_charge: null, ...known })
  const form = new URLSearchParams(await request.text())
  const intent: Intent = {
    id: `pi_${intents.size + 1}`,
    client_secret: `pi_${intents.size + 1}_secret_of_the_stand_in`,
    status: 'requires_payment_method',
    amount: Number(form.get('amount')),
    amount_received: 0,
    currency: form.get('currency') ?? '',
    metadata: Object.fromEntries(['purchase', 'item', 'buyer'].map((key) => [key, form.get(`metadata[${key}]`) ?? ''])),
  }
  intents.set(intent.id, intent)
  return Response.json({ object: 'payment_intent', latest_charge: null, ...intent })
}

/**
 * Runs in the browser in the place of Stripe.js. What the last four digits of a card do: 0002 is declined, 3155 wants a page
 * of the bank, 9987 too and fails there, 3220 wants the bank's question in a frame over the page.
 */
function standIn(): void {
  interface Appearance {
    variables: { colorBackground: string }
  }
  interface Confirmation {
    redirect: string
    confirmParams: { return_url: string }
  }
  const FRAME = '__privateStripeFrame'
  const field = document.createElement('iframe')
  field.name = `${FRAME}1`
  field.title = 'Secure payment input frame'
  field.src = 'https://js.stripe.com/v3/elements-inner-payment.html'
  let secret = ''
  let card = ''
  window.addEventListener('message', ({ data, origin }: MessageEvent<{ card?: string }>) => {
    if (origin === 'https://js.stripe.com' && data.card !== undefined) card = data.card
  })
  const paint = ({ variables }: Appearance) => {
    field.dataset['background'] = variables.colorBackground
  }
  /** As Stripe does it: a place of its own at the end of the page, with a frame that covers everything. */
  const askBank = () =>
    new Promise<void>((confirmed) => {
      const place = document.createElement('div')
      const bank = document.createElement('iframe')
      bank.name = `${FRAME}2`
      bank.title = 'Bank confirmation'
      bank.src = 'https://hooks.stripe.com/3d_secure_2/authenticate'
      bank.style.cssText =
        'position: fixed; inset: 0; z-index: 2147483647; width: 100%; height: 100%; background: white'
      place.append(bank)
      document.body.append(place)
      window.addEventListener('message', ({ data, origin }: MessageEvent<{ code?: string }>) => {
        if (origin !== 'https://hooks.stripe.com' || data.code !== '1234') return
        place.remove()
        confirmed()
      })
    })
  const stripe = {
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    elements({ clientSecret, appearance }: { clientSecret: string; appearance: Appearance }) {
      secret = clientSecret
      paint(appearance)
      const element = {
        mount: (place: HTMLElement) => place.append(field),
        on: () => element,
        off: () => element,
        update: () => undefined,
        destroy: () => field.remove(),
        unmount: () => field.remove(),
      }
      return {
        create: () => element,
        getElement: () => element,
        update: (change: { appearance?: Appearance }) => change.appearance && paint(change.appearance),
        submit: () => ({}),
      }
    },
    async confirmPayment({ redirect, confirmParams }: Confirmation) {
      if (redirect !== 'if_required') throw new Error('the form must not leave the page without need')
      const id = secret.split('_secret_')[0] ?? ''
      if (card.endsWith('3220')) await askBank()
      const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ card }),
      })
      if (!card.endsWith('3155') && !card.endsWith('9987')) return answer.json() as Promise<unknown>
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('payment_intent', id)
      back.searchParams.set('payment_intent_client_secret', secret)
      back.searchParams.set('redirect_status', card.endsWith('9987') ? 'failed' : 'succeeded')
      location.href = back.href
      return new Promise(() => undefined)
    },
  }
  const open = (key: string) => {
    if (key !== 'pk_test_stand_in') throw new Error(`not the market's publishable key: ${key}`)
    return stripe
  }
  Object.assign(window, { Stripe: open })
}
