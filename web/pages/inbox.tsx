// Being built by the second web builder right now; see /work/brief/WEB-SPLIT.md
export { default } from './not-found.tsx'
