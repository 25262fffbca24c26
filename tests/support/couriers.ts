import { delhiveryToken, shiprocketLogin } from '../fakes/couriers.ts';
import type { Owner } from './owner.ts';

const size = { weightGrams: 450, lengthCm: 20, widthCm: 15, heightCm: 8 };
const pickup = { pickupLocation: 'Warehouse', pickupPin: '302001' };

/** Bodies of accounts at the fake couriers. */
export const courierAccounts = {
  shiprocket: { ...shiprocketLogin, ...pickup, ...size, isOn: true },
  delhivery: { login: '', secret: delhiveryToken, ...pickup, ...size, isOn: true },
};

/** Switches both couriers on. */
export async function switchOnCouriers(owner: Owner): Promise<void> {
  for (const [provider, account] of Object.entries(courierAccounts)) {
    const { status, body } = await owner.put(`/settings/couriers/${provider}`, account);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
}
