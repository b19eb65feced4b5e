import helmet from 'koa-helmet'
import type { Middleware } from 'koa'
import type { Config } from '../config.ts'

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Features that no page of ours uses, and that no script that gets into one may ask for. */
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'display-capture', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .concat('camera=(self)', 'geolocation=(self)', 'payment=(self "https://js.stripe.com")')
  .join(', ')

/**
 * No script but our own files and Stripe's; no page of another site around ours.
 * @param inline hashes of the scripts that may stand in a page itself, as the policy names them
 */
export function securityHeaders(config: Config, inline: string[]): Middleware {
  const https = config.publicUrl.startsWith('https:')
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline, ...STRIPE_SCRIPTS],
        scriptSrcAttr: ["'none'"],
        // Dialogs lock the page's scrolling with a style element made in the browser, and progress is a style attribute.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'https://api.stripe.com'],
        frameSrc: [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: config.production && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  return async (http, next) => {
    http.set('Permissions-Policy', PERMISSIONS)
    await guard(http, next)
  }
}
