import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { closeRequest, type OpeningAdmin, openingChange } from '../../../shared/contract/opening.ts';
import { dayInIndia } from '../../../shared/orders/order-date.ts';
import { call, stream } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, queryClient, read, useAction, useMay } from '../parts/data.ts';
import { PictureField } from '../parts/form/picture-field.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { ExportButton } from '../parts/list/export-button.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { BackLink, NewTab, SettingsHead } from '../parts/page/page-head.tsx';
import { formatCount } from '../parts/text.ts';
import { Card } from './card.tsx';
import { OpenShop } from './open-shop.tsx';

/** Opening and closing, the page before that, and who may look in. */
export default function OpeningPage() {
  const opening = useQuery(read('GET /settings/opening'));
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to="/admin/setup">Set up your shop</BackLink>
      <SettingsHead title="Opening and preview" />
      <Loaded query={opening} failed="Failed to load data. Please try again.">
        {(data) => (
          <div className="grid gap-5">
            <State opening={data} />
            {data.isOpen ? <Holiday opening={data} /> : <SoonPage opening={data} />}
            {!data.isOpen && <Links opening={data} />}
            <SignUps count={data.signUps} isOpen={data.isOpen} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const refresh = () => invalidate('GET /settings/opening', 'GET /site-info', 'GET /setup');

function State({ opening: { isOpen, holiday } }: { opening: OpeningAdmin }) {
  const { data: guide } = useQuery({ ...read('GET /setup'), enabled: !isOpen });
  const endHoliday = useAction(async () => {
    await call('POST /settings/opening/open', { body: {} });
    toast('The shop takes orders again', 'success');
    await refresh();
  }, 'The holiday could not be ended. Please try again.');
  const close = () =>
    confirm({
      title: 'Close the shop?',
      action: 'Close the shop',
      text: 'Visitors see “Opening soon” instead of your pages, and search engines forget them after a while. Orders that were placed go on. For a holiday, close only the checkout below.',
      failed: 'The shop could not be closed. Please try again.',
      onConfirm: async () => {
        await call('POST /settings/opening/close', { body: {} });
        toast('The shop is closed', 'success');
        void queryClient.invalidateQueries();
      },
    });
  return (
    <Card title="State of the shop">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isOpen && !holiday ? 'success' : 'warning'}>
          {isOpen ? (holiday ? 'On holiday' : 'Open') : 'Not open'}
        </Badge>
        <p className="min-w-48 flex-1">
          {!isOpen &&
            'Visitors see “Opening soon”. You see the shop, and so do people whom you let in below.'}
          {isOpen && !holiday && 'Everyone can see the shop and order.'}
          {holiday && `Pages stay, and orders are taken again from ${indianDay(holiday.until)}.`}
        </p>
        {holiday && (
          <Button busy={endHoliday.busy} onClick={() => endHoliday.run()}>
            Take orders again
          </Button>
        )}
        {isOpen && (
          <Button variant="secondary" onClick={close}>
            Close the shop
          </Button>
        )}
      </div>
      {!isOpen && guide && <OpenShop guide={guide} />}
    </Card>
  );
}

const indianDay = (day: string) => dayInIndia(`${day}T00:00:00+05:30`);

/** Closes the checkout until a day. */
function Holiday({ opening: { holiday } }: { opening: OpeningAdmin }) {
  const bodyOf = (values: { note: string; until: string }) => ({ holiday: values });
  const form = useForm({
    start: { note: holiday?.note ?? '', until: holiday?.until ?? '' },
    check: (values) =>
      Object.fromEntries(
        Object.entries(errorsIn(closeRequest, bodyOf(values))).map(([path, text]) => [
          path.replace('holiday.', ''),
          text,
        ]),
      ),
    async send(values) {
      await call('POST /settings/opening/close', { body: bodyOf(values) });
      form.continueWith(values);
      toast('The checkout is closed until then', 'success');
      await refresh();
    },
    failed: 'The holiday could not be saved. Please try again.',
  });
  return (
    <Card title="Holiday" text="Your pages stay, with your note above them. Nobody can order until the day.">
      <form {...form.props} className="grid gap-4">
        <Field
          label="Orders are taken again from"
          type="date"
          required
          className="max-w-56"
          {...form.field('until')}
          error={form.errors.until ?? form.errors['holiday.until']}
        />
        <TextAreaField
          label="Note to shoppers"
          optional
          rows={2}
          maxLength={300}
          placeholder="We are at a craft fair in Jaipur."
          {...form.field('note')}
        />
        <ErrorText>{form.failure}</ErrorText>
        <Button type="submit" variant="secondary" busy={form.busy} className="justify-self-start">
          {holiday ? 'Change the holiday' : 'Close the checkout'}
        </Button>
      </form>
    </Card>
  );
}

/** What visitors see before the opening, and the password that lets them in. */
function SoonPage({ opening: { text, picture, accessCode } }: { opening: OpeningAdmin }) {
  const [uploads, setUploads] = useState(0);
  const form = useForm({
    start: { text, picture, accessCode },
    check: (values) => errorsIn(openingChange, values),
    async send(values) {
      const saved = await call('PUT /settings/opening', { body: values });
      form.continueWith({ text: saved.text, picture: saved.picture, accessCode: saved.accessCode }, values);
      toast('Saved', 'success');
      await refresh();
    },
    failed: 'It could not be saved. Please try again.',
  });
  return (
    <Card
      title="Opening soon"
      text="Shown instead of your shop, with its name and tagline, and a form for people who want a mail when you open."
    >
      <form {...form.props} className="grid gap-4">
        <LeaveGuard wouldLose={form.wouldLose} />
        <TextAreaField
          label="Text"
          optional
          rows={3}
          maxLength={500}
          placeholder="Hand-block prints from Sanganer. We open before Diwali."
          {...form.field('text')}
        />
        <PictureField
          label="Picture"
          kind="site"
          alt="Picture of the page “Opening soon”"
          path={form.values.picture || null}
          error={form.errors.picture}
          onChange={(path) => form.change({ picture: path ?? '' })}
          onBusy={(busy) => setUploads((before) => before + (busy ? 1 : -1))}
        />
        <Field
          label="Password for friends"
          optional
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          hint="Anyone with this password sees the shop. If you change it, the old one no longer works."
          {...form.field('accessCode')}
        />
        <ErrorText>{form.failure}</ErrorText>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy || uploads > 0}>
            Save
          </Button>
          <NewTab
            href="/opening-soon"
            className="inline-flex min-h-11 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
          >
            Preview the page
            <ExternalLink className="size-4" />
          </NewTab>
        </div>
      </form>
    </Card>
  );
}

const addressOf = (token: string) => `${location.origin}/preview/${token}`;

/** Links that show the shop, each of which can be removed. */
function Links({ opening: { links } }: { opening: OpeningAdmin }) {
  const form = useForm({
    start: { name: '' },
    async send({ name }) {
      await call('POST /settings/opening/links', { body: { name } });
      form.continueWith({ name: '' });
      await refresh();
    },
    failed: 'The link could not be created. Please try again.',
  });
  const remove = (_id: string, name: string) =>
    confirm({
      title: 'Remove this link?',
      action: 'Remove',
      text: `Nobody who used “${name}” sees the shop any more.`,
      failed: 'The link could not be removed. Please try again.',
      onConfirm: async () => {
        await call('DELETE /settings/opening/links/:id', { params: { id: _id } });
        await refresh();
      },
    });
  const copy = async (token: string) => {
    await navigator.clipboard.writeText(addressOf(token));
    toast('Link copied', 'success');
  };
  return (
    <Card title="Preview links" text="Anyone who opens the link sees the shop, until you remove the link.">
      {links.length > 0 && (
        <ul className="divide-y divide-line">
          {links.map(({ _id, name, token, createdAt }) => (
            <li key={_id} className="flex flex-wrap items-center gap-x-3 py-2">
              <p className="min-w-40 flex-1 wrap-anywhere">
                <span className="font-medium">{name}</span>
                <span className="block text-xs text-ink-soft">
                  {addressOf(token)} · {dayInIndia(createdAt)}
                </span>
              </p>
              <div className="flex flex-wrap items-center gap-2">
                <NewTab
                  href={`https://wa.me/?text=${encodeURIComponent(addressOf(token))}`}
                  className="button button-secondary button-md"
                >
                  WhatsApp
                </NewTab>
                <Button
                  icon={Copy}
                  variant="secondary"
                  aria-label={`Copy the link ${name}`}
                  onClick={() => copy(token)}
                >
                  Copy
                </Button>
                <IconButton
                  icon={Trash2}
                  label={`Remove the link ${name}`}
                  onClick={() => remove(_id, name)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <form {...form.props} className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 flex-1">
          <Field label="For whom" required maxLength={60} placeholder="Family" {...form.field('name')} />
        </div>
        <Button type="submit" variant="secondary" busy={form.busy}>
          Create a link
        </Button>
        <ErrorText className="w-full">{form.failure}</ErrorText>
      </form>
    </Card>
  );
}

const shown = 10;

/** Who asked for a mail when the shop opens. */
function SignUps({ count, isOpen }: { count: number; isOpen: boolean }) {
  const may = useMay();
  const list = useQuery({
    ...read('GET /settings/opening/sign-ups', { query: { limit: String(shown) } }),
    enabled: count > 0 && may('customers.view'),
  });
  const remove = (_id: string, email: string) =>
    confirm({
      title: 'Delete this address?',
      text: `${email} gets no mail when the shop opens.`,
      failed: 'It could not be deleted. Please try again.',
      onConfirm: async () => {
        await call('DELETE /settings/opening/sign-ups/:id', { params: { id: _id } });
        await invalidate('GET /settings/opening', 'GET /settings/opening/sign-ups');
      },
    });
  return (
    <Card
      title="People who wait for the opening"
      text={
        count === 0
          ? 'Nobody has signed up yet.'
          : `${count === 1 ? '1 person' : `${formatCount(count)} people`} agreed to one mail at the opening.${isOpen ? '' : ' You are asked whether to send it when you open the shop.'}`
      }
    >
      {list.data && (
        <ul className="divide-y divide-line">
          {list.data.items.map(({ _id, email, createdAt, mailedAt }) => (
            <li key={_id} className="flex items-center gap-3 py-1">
              <p className="min-w-0 flex-1 wrap-anywhere">
                {email}
                <span className="block text-xs text-ink-soft">
                  {dayInIndia(createdAt)}
                  {mailedAt && ` · mailed ${dayInIndia(mailedAt)}`}
                </span>
              </p>
              {may('customers.erase') && (
                <IconButton icon={Trash2} label={`Delete ${email}`} onClick={() => remove(_id, email)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {count > shown && <p className="text-ink-soft">The newest {shown} are shown; the file has all.</p>}
      {count > 0 && may('orders.export') && (
        <div>
          <ExportButton
            read={(signal) => stream('GET /settings/opening/sign-ups/export', { signal })}
            file="opening-sign-ups.csv"
          />
        </div>
      )}
    </Card>
  );
}
