import { Button, Card, Loader, Stack, Text, Title } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './OrderReceived.module.css';

/** Spec §9: the redirect delay after the order form. */
const REDIRECT_MS = 2000;

/** The form has been taken: says so, and goes on to checkout by itself. */
export function OrderReceived({ packageId }: { packageId: string }) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const to = paths.checkout({ packageId });

  useEffect(() => {
    title.current?.focus();
    window.scrollTo({ top: 0 });
    const timer = setTimeout(() => void navigate(to), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, to]);

  return (
    <Card component="section" py={48}>
      <Stack align="center" gap="sm" ta="center">
        <CircleCheck size={40} strokeWidth={1.5} className={classes.icon} aria-hidden />
        <Title order={2} fz="xl" ref={title} tabIndex={-1} className={classes.title ?? ''}>
          Your project details are saved
        </Title>
        <Text c="dimmed" component="output" className={classes.status ?? ''}>
          <Loader size={14} aria-hidden /> Taking you to checkout…
        </Text>
        <Button component={Link} to={to} variant="light">
          Go to checkout now
        </Button>
      </Stack>
    </Card>
  );
}
