import type { ComponentProps } from 'react';

const tones = {
  info: 'bg-turmeric-tint text-turmeric-ink',
  success: 'bg-leaf-tint text-leaf',
  error: 'bg-madder-tint text-madder',
};

type NoticeProps = ComponentProps<'p'> & { tone?: keyof typeof tones };

/** A message on a tinted background; hidden without children. */
export function Notice({ tone = 'info', className = '', ...rest }: NoticeProps) {
  const base = 'rounded-md px-4 py-2.5 text-sm font-medium empty:hidden';
  return <p {...rest} className={`${base} ${tones[tone]} ${className}`} />;
}

export const FormError = (props: NoticeProps) => <Notice role="alert" tone="error" {...props} />;

export const FormSuccess = (props: NoticeProps) => <Notice role="status" tone="success" {...props} />;
