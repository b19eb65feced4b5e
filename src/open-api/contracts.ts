import { z } from 'zod'
import type { Endpoint } from '../platform/endpoint.ts'
import * as admin from '../modules/admin/contract.ts'
import * as analysis from '../modules/catalog/analysis/contract.ts'
import * as catalog from '../modules/catalog/contract.ts'
import * as searches from '../modules/catalog/searches/contract.ts'
import * as economy from '../modules/economy/contract.ts'
import * as handover from '../modules/handover/contract.ts'
import * as identity from '../modules/identity/contract.ts'
import * as messaging from '../modules/messaging/contract.ts'
import * as notifications from '../modules/notifications/contract.ts'
import * as basket from '../modules/purchasing/basket/contract.ts'
import * as draw from '../modules/purchasing/draw/contract.ts'
import * as purchasing from '../modules/purchasing/contract.ts'
import * as recalls from '../modules/recalls/contract.ts'
import * as wallet from '../modules/wallet/contract.ts'
import * as reference from './contract.ts'

const CONTRACTS: Record<string, Record<string, unknown>> = {
  identity,
  catalog: { ...catalog, ...analysis, ...searches },
  purchasing: { ...purchasing, ...basket, ...draw },
  recalls,
  wallet,
  messaging,
  notifications,
  handover,
  economy,
  admin,
  reference,
}

export const TAGS = Object.keys(CONTRACTS)

export const SCHEMA_NAMES: ReadonlyMap<unknown, string> = new Map(
  Object.values(CONTRACTS).flatMap((contract) =>
    Object.entries(contract).flatMap(([name, value]) => (value instanceof z.ZodType ? [[value, name] as const] : [])),
  ),
)

const ENDPOINT_NAMES: ReadonlyMap<unknown, { tag: string; operationId: string }> = new Map(
  Object.entries(CONTRACTS).flatMap(([tag, contract]) =>
    Object.entries(contract).map(([operationId, value]) => [value, { tag, operationId }] as const),
  ),
)

/** The module and the name under which a contract exports an endpoint. */
export function nameOf(endpoint: Endpoint): { tag: string; operationId: string } {
  const name = ENDPOINT_NAMES.get(endpoint)
  if (!name) throw new Error(`no contract exports ${endpoint.method} ${endpoint.path}`)
  return name
}
