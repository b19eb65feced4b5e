import { useInBrowser } from './use-in-browser.ts'

/** Whether a thumb holds this. */
export const usePhone = (): boolean =>
  useInBrowser(() => String(window.matchMedia('(pointer: coarse)').matches)) === 'true'
