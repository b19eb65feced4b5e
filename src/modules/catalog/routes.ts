import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { formatHundredths } from '../../platform/decimal.ts'
import { readFor } from '../../platform/http/pages/read-for.ts'
import { readerOf } from '../../platform/http/limits/limit-reads.ts'
import { createLimiter } from '../../platform/http/limits/limiter.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import { analysisRoutes } from './analysis/analysis-routes.ts'
import { addFavourite, countFavourites, favouritesOf, removeFavourite } from './favourite/favourite.ts'
import { categoryPrices } from './prices/category.ts'
import { claimListing, deleteListing, updateListing } from './listing/change-listing.ts'
import * as contract from './contract.ts'
import { MAX_PHOTO_BYTES } from './photo/decode-photo.ts'
import { placeFinder } from './places/find-place.ts'
import { recordMissedSearch, type Seekers } from './browse/missed-search.ts'
import { firstPages } from './browse/first-pages.ts'
import { impactStats } from './counts/impact-stats.ts'
import { listingForAdmin, listingsOf, ownFigures, ownListing, visibleListing } from './listing/listing.ts'
import { askLess } from './prices/ask-less.ts'
import { outgrownBy } from './listing/outgrown.ts'
import { type Draws, postListing } from './listing/post-listing.ts'
import { hidingOf, presentListing, presentOwnListings } from './listing/present-listing.ts'
import { namesIn, relatedListings } from './browse/related.ts'
import { searchLimiter } from './browse/limit-searches.ts'
import { serveBrowse } from './browse/serve-browse.ts'
import { serveFeed } from './browse/serve-feed.ts'
import { hideInPhoto } from './photo/hide-in-photo.ts'
import { servePhoto, type IsReported } from './photo/serve-photo.ts'
import { removePicture, setPicture } from './photo/set-picture.ts'
import { createSitemaps, serveRobots } from './browse/sitemap.ts'
import * as searches from './searches/contract.ts'
import { publicPointOf } from './listing/place-listing.ts'
import { askedPlaces } from './searches/asked-places.ts'
import { seekersOf } from './searches/match-searches.ts'
import { changeSearch, readSearches, removeSearch, saveSearch, searchesOf } from './searches/saved-search.ts'
import { stopSearchRoutes } from './searches/stop-searches.ts'
import { photoUploads } from './photo/upload-photos.ts'

export { measureCost as measureAnalyses } from './analysis/analysis-cost.ts'

/**
 * @param given.draws for listings that are posted with one
 * @param given.isReported whether admins may look at the photos of a message
 * @param given.seekers what the wallet and purchasing know of who searches
 */
export function catalogRoutes(
  api: Api,
  ctx: Context,
  { draws, isReported, seekers }: { draws: Draws; isReported: IsReported; seekers: Seekers },
): void {
  listingRoutes(api, ctx, seekers)
  ownerRoutes(api, ctx, draws)
  searchRoutes(api, ctx)
  photoRoutes(api, ctx, isReported)
  crawlerRoutes(api, ctx)
  analysisRoutes(api, ctx)
  api.on(contract.impactStats, ({ http }) => readFor(ctx, http, impactStats))
  api.on(contract.listCategoryPrices, () => categoryPrices(ctx.db))
}

function listingRoutes(api: Api, ctx: Context, seekers: Seekers): void {
  const first = firstPages(ctx)
  // Members see their own change at once, even before the database's notification arrives.
  api.onWritten(() => first.forget())
  const limitSearches = searchLimiter()
  api.on(contract.browseListings, async ({ query, caller, http }) => {
    await limitSearches(query, http)
    const found = await readFor(ctx, http, (db) => serveBrowse(db, { first, query, http }))
    if (!found && query.search && !ctx.readers.isPrimaryAway())
      await recordMissedSearch(ctx, query.search, { memberId: caller?.id, address: readerOf(http), ...seekers })
    return undefined
  })
  // Before the address of one listing, which would take 'related' for its id.
  api.on(contract.relatedListings, async ({ query, http }) => {
    await limitSearches({ search: namesIn(query), city: query.city }, http)
    http.type = 'application/json'
    http.body = await readFor(ctx, http, (db) => relatedListings(db, query))
    return undefined
  })
  const findPlace = placeFinder(ctx)
  api.on(contract.findPlace, ({ query, http }) => findPlace(query.q, http))
  api.on(contract.feedListings, async ({ query, http }) => {
    await limitSearches(query, http)
    await readFor(ctx, http, (db) => serveFeed({ ...ctx, db }, { query, http }))
  })
  api.on(contract.myListings, async ({ caller, query, http }) => {
    const { rows, next } = await listingsOf(ctx.db, caller.id, query)
    linkNext(http, query, next)
    return presentOwnListings(ctx.db, rows)
  })
  api.on(contract.myFigures, ({ caller }) => ownFigures(ctx.db, caller.id))
  api.on(contract.listFavourites, ({ caller }) => favouritesOf(ctx.db, caller.id))
  api.on(contract.listOutgrown, ({ caller }) => outgrownBy(ctx, caller.id))
  api.on(contract.addFavourite, async ({ params, caller }) => {
    await addFavourite(ctx, { memberId: caller.id, listingId: params.id })
  })
  api.on(contract.removeFavourite, async ({ params, caller }) => {
    await removeFavourite(ctx, { memberId: caller.id, listingId: params.id })
  })
  api.on(contract.getListing, ({ params, caller, http }) =>
    readFor(ctx, http, async (db) => {
      const listing =
        caller?.access === 'admin'
          ? await listingForAdmin(db, params.id, caller.id)
          : await visibleListing(db, params.id, caller?.id)
      const seen = await presentListing(db, listing, caller?.id)
      if (caller?.access === 'admin' && listing.sellerId !== caller.id) return { ...seen, ...hidingOf(listing) }
      if (listing.sellerId !== caller?.id) return seen
      const lower = askLess(listing, ctx.clock.now())
      return {
        ...seen,
        favourites: await countFavourites(db, listing.id),
        ...(lower !== undefined && { askLess: formatHundredths(lower) }),
      }
    }),
  )
}

/** More than anybody gives away; who posts and deletes in a loop wants to be seen. */
const POSTS = { keyPrefix: 'post-hour', points: 100, duration: 3600 }

function ownerRoutes(api: Api, ctx: Context, draws: Draws): void {
  const posts = createLimiter(ctx, POSTS)
  api.on(contract.createListing, async ({ body, caller }) => {
    await posts.consume(caller.id)
    return presentListing(ctx.db, await postListing(ctx, caller.id, body, draws), caller.id)
  })
  api.on(contract.claimListing, async ({ params, caller }) =>
    presentListing(ctx.db, await claimListing(ctx, draws, { listingId: params.id, callerId: caller.id }), caller.id),
  )
  api.on(contract.updateListing, async ({ params, body, caller }) =>
    presentListing(
      ctx.db,
      await updateListing(ctx, draws, { listingId: params.id, callerId: caller.id, body }),
      caller.id,
    ),
  )
  api.on(contract.deleteListing, async ({ params, caller }) => {
    await deleteListing(ctx, draws, { listingId: params.id, callerId: caller.id })
  })
}

function searchRoutes(api: Api, ctx: Context): void {
  stopSearchRoutes(api, ctx)
  api.on(searches.saveSearch, ({ body, caller }) => saveSearch(ctx, { memberId: caller.id, body }))
  api.on(searches.listSearches, ({ caller }) => searchesOf(ctx, caller.id))
  // Before the address of one search, which would take 'read' for its id.
  api.on(searches.readSearches, async ({ body, caller }) => {
    await readSearches(ctx, { memberId: caller.id, ids: body.ids })
  })
  api.on(searches.changeSearch, ({ params, body, caller }) =>
    changeSearch(ctx, { memberId: caller.id, searchId: params.id, body }),
  )
  api.on(searches.removeSearch, async ({ params, caller }) => {
    await removeSearch(ctx, { memberId: caller.id, searchId: params.id })
  })
  const fewPlaces = askedPlaces(ctx)
  api.on(searches.listingSeekers, async ({ params, caller }) => {
    const listing = await ownListing(ctx.db, params.id, caller.id)
    const { id, sellerId } = listing
    await fewPlaces(sellerId, publicPointOf(listing))
    return seekersOf(ctx.db, { listingId: id, sellerId, now: ctx.clock.now() })
  })
}

function photoRoutes(api: Api, ctx: Context, isReported: IsReported): void {
  const uploadPhotos = photoUploads(ctx)
  api.on(contract.uploadPhotos, ({ caller, http }) => {
    const maxFiles = contract.MAX_PHOTOS
    return uploadPhotos({ ownerId: caller.id, http, shown: true, maxFiles, maxBytes: maxFiles * MAX_PHOTO_BYTES })
  })
  api.on(contract.uploadBatch, ({ caller, http }) => {
    const limits = { maxFiles: contract.MAX_BATCH_PHOTOS, maxBytes: contract.MAX_BATCH_BYTES }
    return uploadPhotos({ ownerId: caller.id, http, shown: true, ...limits })
  })
  api.on(contract.hideInPhoto, ({ query, caller, http }) =>
    hideInPhoto(ctx, uploadPhotos, { ownerId: caller.id, http, ...query }),
  )
  api.on(contract.setPicture, async ({ caller, http }) => {
    const { urls } = await uploadPhotos({ ownerId: caller.id, http, maxFiles: 1, maxBytes: MAX_PHOTO_BYTES })
    return setPicture(ctx, { memberId: caller.id, url: urls[0] })
  })
  api.on(contract.removePicture, ({ caller }) => removePicture(ctx, caller.id))
  api.router.get('/photos/:file', (http) =>
    servePhoto(ctx, http, { fileName: String(http['params']['file']), isReported }),
  )
}

function crawlerRoutes({ router }: Api, ctx: Context): void {
  router.get('/robots.txt', (http) => serveRobots(ctx, http))
  const sitemaps = createSitemaps(ctx)
  router.get('/sitemap.xml', (http) => sitemaps.serve(http, ''))
  router.get('/sitemaps/:file', (http) => sitemaps.serve(http, String(http['params']['file'])))
}
