import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CourierProvider,
  courierProviders,
  type PinService,
  type PinServiceAnswer,
} from '../../../shared/contract/orders/couriers.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { compactText } from '../../../shared/text/plain-text.ts';
import { call } from '../../api.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Check, CountField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { counted } from '../parts/text.ts';
import { Card } from './card.tsx';
import type { Draft } from './draft.ts';

/** The couriers that are asked whether they deliver to a PIN code (decision 114). */
export function LiveCouriers({ form }: { form: Form<Draft> }) {
  const services = useQuery(read('GET /settings/delivery/couriers')).data;
  const hasDirectory = useQuery(read('GET /settings/delivery/pins')).data?.directory !== 0;
  const { couriers } = form.values;
  const set = (provider: CourierProvider, isAsked: boolean) =>
    form.change(
      (before) => ({
        couriers: [
          ...before.couriers.filter((courier) => courier !== provider),
          ...(isAsked ? [provider] : []),
        ],
      }),
      ['couriers'],
    );
  const off = couriers.filter((provider) => services?.every((courier) => courier.provider !== provider));
  return (
    <Card title="Ask your courier">
      <p className="max-w-prose text-ink-soft">
        Whether a PIN code has delivery and cash on delivery is asked when a shopper enters it, and the answer
        is kept for up to a day. With several couriers, one that delivers is enough. While a courier does not
        answer, its imported list below counts.
      </p>
      {!hasDirectory && (
        <p className="max-w-prose">
          Import the directory of PIN codes below first: couriers are asked only about PIN codes in it.
        </p>
      )}
      {services?.length === 0 && (
        <p>
          No courier is switched on. <TextLink href="/admin/couriers">Set one up</TextLink>
        </p>
      )}
      {services?.map((service) => (
        <Courier
          key={service.provider}
          service={service}
          isAsked={couriers.includes(service.provider)}
          onChange={(isAsked) => set(service.provider, isAsked)}
        />
      ))}
      {off.map((provider) => (
        <Check key={provider} checked onChange={() => set(provider, false)}>
          Ask {courierProviders[provider]}, which is switched off under Couriers
        </Check>
      ))}
    </Card>
  );
}

type Props = { service: PinService; isAsked: boolean; onChange: (isAsked: boolean) => void };

function Courier({ service, isAsked, onChange }: Props) {
  const { provider } = service;
  const name = courierProviders[provider];
  const [pin, setPin] = useState('');
  const [answer, setAnswer] = useState('');
  const ask = useAction(async () => {
    setAnswer('');
    const params = { provider };
    const body = { pin: compactText(pin) };
    setAnswer(
      textOf(body.pin, await call('POST /settings/delivery/couriers/:provider/try', { params, body })),
    );
    await invalidate('GET /settings/delivery/couriers');
  }, `${name} could not be asked. Please try again.`);
  return (
    <fieldset className="grid min-w-0 gap-3 border-line border-t pt-3">
      <legend className="sr-only">{name}</legend>
      <div>
        <Check checked={isAsked} onChange={({ target }) => onChange(target.checked)}>
          Ask {name}
        </Check>
        <p className="pl-7 text-ink-soft text-sm">{stateOf(service)}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3 pl-7">
        <CountField
          label="Try a PIN code"
          name={`pin-${provider}`}
          maxLength={10}
          className="w-36"
          value={pin}
          onChange={(event) => setPin(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Not the form of the settings.
            event.preventDefault();
            void ask.run();
          }}
        />
        <Button variant="secondary" busy={ask.busy} onClick={() => void ask.run()}>
          Ask now
        </Button>
        <span role="status" className="min-h-11 content-center">
          {answer}
        </span>
      </div>
    </fieldset>
  );
}

function stateOf({ answers, answeredAt, unansweredAt }: PinService): string {
  const known = answeredAt
    ? `${counted(answers, 'PIN code')} known. Last answer: ${orderDate(answeredAt)}.`
    : 'No answer yet.';
  const isFailing = unansweredAt && (!answeredAt || unansweredAt > answeredAt);
  return isFailing ? `${known} Did not answer: ${orderDate(unansweredAt)}.` : known;
}

const textOf = (pin: string, { isServed, hasCod }: PinServiceAnswer) =>
  isServed
    ? `Delivers to ${pin} · ${hasCod ? 'Cash on delivery' : 'No cash on delivery'}`
    : `Does not deliver to ${pin}`;
