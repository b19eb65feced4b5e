import sharp from 'sharp'

// A picture of 40 megapixels takes up to 160 MB while it is decoded, whoever sent it, and sharp's cache would keep some.
// One thread for each picture, so that browsing keeps the others.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
