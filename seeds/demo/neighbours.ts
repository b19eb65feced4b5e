import type { AgeRange } from '../../src/modules/identity/contract.ts'
import { type When, YEAR_BEGINS } from './when.ts'

export const CITY = 'Portland'

interface Neighbour {
  firstName: string
  lastName: string
  /** Shown beside the name where a visitor chooses whom to look around as. */
  note: string
  joined: When
  address: string
  phone?: string
  latitude: number
  longitude: number
  childrenAges: AgeRange[]
  invitedBy?: string
}

/** Invented people at invented addresses. */
export const NEIGHBOURS = {
  june: {
    firstName: 'June',
    lastName: 'Calloway',
    note: 'Runs the market: prices, fees and the admin page',
    joined: YEAR_BEGINS,
    address: '310 SE Lanternfish Place',
    latitude: 45.5122,
    longitude: -122.6411,
    childrenAges: [],
  },
  maya: {
    firstName: 'Maya',
    lastName: 'Okafor',
    note: 'Sells baby clothes, two sales wait for pickup',
    joined: YEAR_BEGINS,
    address: '1427 SE Quillwood Street',
    phone: '503-555-0148',
    latitude: 45.5046,
    longitude: -122.6523,
    childrenAges: ['18-24mo', '4T-5T'],
  },
  hannah: {
    firstName: 'Hannah',
    lastName: 'Lindqvist',
    note: 'Is moving house: furniture and a full kitchen',
    joined: YEAR_BEGINS,
    address: '88 NE Hollowell Avenue',
    latitude: 45.5591,
    longitude: -122.6447,
    childrenAges: [],
  },
  tomas: {
    firstName: 'Tomás',
    lastName: 'Rivera',
    note: 'Has three growing kids, bikes and a new question in the inbox',
    joined: YEAR_BEGINS,
    address: '2615 N Copperleaf Way',
    phone: '503-555-0173',
    latitude: 45.5702,
    longitude: -122.6871,
    childrenAges: ['2T-3T', '4T-5T'],
  },
  ben: {
    firstName: 'Ben',
    lastName: 'Whitaker',
    note: 'Repairs appliances and passes them on',
    joined: YEAR_BEGINS,
    address: '540 SW Tinker Lane',
    latitude: 45.4837,
    longitude: -122.6982,
    childrenAges: [],
  },
  aiko: {
    firstName: 'Aiko',
    lastName: 'Tanaka',
    note: 'Buys and sells, one item on its way to her',
    joined: YEAR_BEGINS,
    address: '1903 NW Maplehurst Terrace',
    phone: '503-555-0126',
    latitude: 45.5321,
    longitude: -122.7008,
    childrenAges: ['0-3mo', '2T-3T'],
  },
  priya: {
    firstName: 'Priya',
    lastName: 'Raman',
    note: 'Expects a baby: three purchases wait for her',
    joined: 24,
    address: '719 SE Appleyard Court',
    latitude: 45.4989,
    longitude: -122.6164,
    childrenAges: ['newborn'],
    invitedBy: 'maya',
  },
} as const satisfies Record<string, Neighbour>

export type NeighbourKey = keyof typeof NEIGHBOURS

export const emailOf = (key: NeighbourKey) => `${key}@outgrown.example`
