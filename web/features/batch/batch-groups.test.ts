import { expect, test } from 'vitest'
import { arrange, joinGroup, makeCover, splitOff } from './batch-groups.ts'

test('each photo is an item of its own at first; what was grouped stays so while photos come and go', () => {
  expect(arrange([], [1, 2, 3])).toEqual([[1], [2], [3]])
  expect(arrange([[2, 1], [3]], [1, 2, 3, 4])).toEqual([[2, 1], [3], [4]])
  expect(arrange([[2, 1], [3]], [1, 4])).toEqual([[1], [4]])
})

test('a photo joins an item, which may have five', () => {
  expect(joinGroup([[1], [2], [3]], 3, 1)).toEqual([[1, 3], [2]])
  expect(joinGroup([[1, 2], [3]], 2, 1)).toEqual([[1, 2], [3]])
  expect(joinGroup([[1, 2, 3, 4, 5], [6]], 6, 1)).toEqual([[1, 2, 3, 4, 5], [6]])
})

test('a photo leaves its item, and becomes its cover', () => {
  expect(splitOff([[1, 2], [3]], 1)).toEqual([[2], [1], [3]])
  expect(splitOff([[1], [3]], 1)).toEqual([[1], [3]])
  expect(makeCover([[1, 2], [3]], 2)).toEqual([[2, 1], [3]])
})
