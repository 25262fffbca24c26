/** Ten digits starting with 6 to 9 (spec §9). */
export const mobilePattern = /^[6-9]\d{9}$/;

/** An Indian mobile as its ten digits: spaces and a leading +91, 91 or 0 are dropped (contract §4). */
export function normaliseMobile(given: string): string {
  const digits = given.replace(/[\s()-]/g, '');
  return digits.replace(/^(?:\+91|0)(?=[6-9]\d{9}$)/, '').replace(/^91(?=[6-9]\d{9}$)/, '');
}

/** A mobile as people read it: `+91 98765 43210`. */
export const spacedMobile = (mobile: string) => `+91 ${mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`;
