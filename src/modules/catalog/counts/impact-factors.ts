/**
 * The CO2e that one passed-on item keeps from being emitted, because a new one need not be made: pounds of CO2e for
 * each pound of goods, in thousandths. The published figures are kilograms per tonne of new material, or savings per
 * tonne reused; the ratio is the same in any unit of weight.
 *
 * - DESNZ = UK Department for Energy Security and Net Zero, "Greenhouse gas reporting: conversion factors 2023",
 *   sheet "Material use", primary material production.
 *   https://www.gov.uk/government/publications/greenhouse-gas-reporting-conversion-factors-2023
 * - WRAP = Waste and Resources Action Programme, "Benefits of Reuse. Case Study: Domestic Furniture", 2011.
 *
 * An approximation: a category mixes materials, and each one takes the closest published figure, the lower one where
 * two are close. Transport, use and repair are left out.
 */
const FACTORS = new Map([
  // DESNZ, clothing: 22,310 kg CO2e per tonne
  ['baby-clothes', 22_310n],
  // DESNZ, electrical items - large: 3,267 kg CO2e per tonne
  ['appliances', 3_267n],
  // DESNZ, glass, standing for kitchenware: 1,402.77 kg CO2e per tonne
  ['household', 1_402n],
  // DESNZ, plastics - average plastics: 3,164.78 kg CO2e per tonne
  ['toys', 3_164n],
  // WRAP, sofas reused directly: 1.45 tonnes CO2e saved per tonne
  ['furniture', 1_450n],
])

/** For `other` and for categories that an admin adds: the lowest of the figures above. */
const OTHER = 1_402n

/** The saving of a local trade of unknown weight, in hundredths of a pound: the specification's 10 lbs. */
export const UNWEIGHED_SAVING = 1_000n

/** Hundredths of a pound of CO2e for hundredths of a pound of goods, rounded down. */
export function savingOf(category: string, weight: bigint): bigint {
  return (weight * (FACTORS.get(category) ?? OTHER)) / 1000n
}
