/** How many workers walk the journeys at once, each with a shop of its own. */
export const journeyWorkers = 3;

export const portsPerWorker = 4;

/**
 * The ports of a worker: the shop of its journeys, another shop that a journey starts itself, the mail server, and the
 * couriers. Without an argument, those of the worker that runs this code.
 */
export function journeyPorts(worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)) {
  const shop = Number(process.env.HAAT_JOURNEYS_PORT) + portsPerWorker * worker;
  return { shop, ownShop: shop + 1, mail: shop + 2, couriers: shop + 3 };
}

/** The environment variable with the data folder of the shop of a worker's journeys. */
export const journeyDataVariable = (worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)) =>
  `HAAT_JOURNEYS_DATA_${worker}`;
