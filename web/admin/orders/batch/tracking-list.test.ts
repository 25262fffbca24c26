import { expect, it } from 'vitest';
import { readTrackingNumbers } from './tracking-list.ts';

it('reads tracking numbers by order number, in any column, and lists what it can’t read', () => {
  const text =
    '"#8b87e1",EI1,Delhivery\n0A0A0A\tEI2\n\n0A0A0C  EI4\n8B87E1,EI3\n0A0A0B,\nDelhivery,0A0A0D,EI5';
  expect(readTrackingNumbers(text, [])).toEqual({
    numbers: { '8B87E1': 'EI1', '0A0A0A': 'EI2', '0A0A0C': 'EI4', '0A0A0D': 'EI5' },
    unread: ['8B87E1,EI3', '0A0A0B,'],
  });
});

it('reads the columns that the first line of a CSV file names', () => {
  const csv =
    'PIN;Order No;Receiver;Waybill;Date\r\n600001;8B87E1;"Rao; Asha";EI1;2026-11-21\r\n600002;;Devi;EI2;2026-11-21\r\n';
  expect(readTrackingNumbers(csv, ['a'])).toEqual({
    numbers: { '8B87E1': 'EI1' },
    unread: ['600002;;Devi;EI2;2026-11-21'],
  });
});

it('assigns numbers alone to the orders in their order', () => {
  expect(readTrackingNumbers('AWB\n123456\nEI2\nEI3\n', ['a', 'b'])).toEqual({
    numbers: { a: '123456', b: 'EI2' },
    unread: ['EI3'],
  });
  expect(readTrackingNumbers('', ['a'])).toEqual({ numbers: {}, unread: [] });
});

it('never takes a number that a spreadsheet has shortened, and reads the others as they were', () => {
  const file = [
    'Order,AWB',
    '#AB12CD,1.43449E+13',
    "#AB12CE,'14344940012352",
    '#AB12CF,14344940012369.0',
    '#AB12D0,"=""014344940012386"""',
    '#AB12D1,"1,43449E+13"',
    '#AB12D2,"14,344,940,012,403"',
    '#AB12D3,1434494001235200',
    '1234,१४३४४९४००१२४१०',
    '12E456,EI1',
    '1.2E+47,EI2',
  ];
  expect(readTrackingNumbers(file.join('\r\n'), [])).toEqual({
    numbers: {
      AB12CE: '14344940012352',
      AB12CF: '14344940012369',
      AB12D0: '014344940012386',
      AB12D2: '14344940012403',
      '001234': '14344940012410',
      '12E456': 'EI1',
    },
    unread: [file[1], file[5], file[7], file[10]],
  });
  expect(readTrackingNumbers('1.43449E+13\n14344940012352', ['a', 'b'])).toEqual({
    numbers: { b: '14344940012352' },
    unread: ['1.43449E+13'],
  });
});

it('takes no part of a number in groups for the number', () => {
  const text = '8B87E1 EI 123 456 789 IN\n0A0A0A,EI 123456 790 IN\n0A0A0B 1434 4940 0123';
  expect(readTrackingNumbers(text, [])).toEqual({
    numbers: { '8B87E1': 'EI123456789IN', '0A0A0A': 'EI123456790IN' },
    unread: ['0A0A0B 1434 4940 0123'],
  });
});
