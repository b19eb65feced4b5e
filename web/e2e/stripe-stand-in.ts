import type { Page } from '@playwright/test'
import { startStripeDouble, type StripeDouble } from '../../src/testing/stripe-double.ts'

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
  /** What the market needs to know of it. */
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
        route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
      )
      await page.route('https://api.stripe.com/**', async (route) => {
        const id = new URL(route.request().url()).pathname.split('/')[3] ?? ''
        const intent = intents.get(id)
        const card = new URLSearchParams(route.request().postData() ?? '').get('card') ?? ''
        const declined = card.endsWith('0002')
        if (intent && !declined && intent.status !== 'canceled') {
          intent.status = 'succeeded'
          intent.amount_received = intent.amount
        }
        const json = declined ? { error: { message: 'Your card was declined.' } } : { paymentIntent: intent }
        await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json })
      })
    },
  }
}

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

/** Runs in the browser in the place of Stripe.js. A card that ends in 3155 wants a page of the bank. */
function standIn(): void {
  interface Options {
    clientSecret: string
    appearance: { variables: { colorBackground: string } }
  }
  interface Confirmation {
    redirect: string
    confirmParams: { return_url: string }
  }
  const field = document.createElement('input')
  field.setAttribute('aria-label', 'Card number')
  let secret = ''
  const stripe = {
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    elements({ clientSecret, appearance }: Options) {
      secret = clientSecret
      const element = {
        mount(place: HTMLElement) {
          place.append(field)
          field.value = ''
          field.dataset['background'] = appearance.variables.colorBackground
        },
        on: () => element,
        off: () => element,
        update: () => undefined,
        destroy: () => field.remove(),
        unmount: () => field.remove(),
      }
      return { create: () => element, getElement: () => element, update: () => undefined, submit: () => ({}) }
    },
    async confirmPayment({ redirect, confirmParams }: Confirmation) {
      if (redirect !== 'if_required') throw new Error('the form must not leave the page without need')
      const id = secret.split('_secret_')[0] ?? ''
      const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ card: field.value }),
      })
      if (!field.value.endsWith('3155')) return answer.json() as Promise<unknown>
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('payment_intent', id)
      back.searchParams.set('payment_intent_client_secret', secret)
      back.searchParams.set('redirect_status', 'succeeded')
      location.href = back.href
      return new Promise(() => undefined)
    },
  }
  Object.assign(window, { Stripe: () => stripe })
}
