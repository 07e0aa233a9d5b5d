// The mailbox between two threads: values are whole, never go back, and the last one arrives.
#include "haptics/mail.h"

#include "check.h"

#include <pthread.h>

enum { WORDS = 40, VALUES = 200000 };

typedef struct value {
  long long words[WORDS];
} value;

static void *write_all(void *argument) {
  vt_mail *mail = argument;
  value v;
  for (long long k = 1; k <= VALUES; ++k) {
    for (int i = 0; i < WORDS; ++i) v.words[i] = k;
    vt_mail_write(mail, &v);
  }
  return NULL;
}

static void test_threads(void) {
  vt_mail mail;
  vt_error error = {0};
  pthread_t writer;
  value v = {{0}};
  long long last = 0, news = 0, torn = 0, back = 0;
  if (!CHECK(vt_mail_init(&mail, sizeof v, &error))) return;
  if (!CHECK(pthread_create(&writer, NULL, write_all, &mail) == 0)) return;
  while (last < VALUES) {
    if (!vt_mail_read(&mail, &v)) continue;
    ++news;
    for (int i = 1; i < WORDS; ++i) torn += v.words[i] != v.words[0];
    back += v.words[0] <= last;
    last = v.words[0];
  }
  pthread_join(writer, NULL);
  printf("%d values, %lld of them read\n", VALUES, news);
  CHECK(torn == 0 && back == 0 && news > 0 && news <= VALUES);
  CHECK(!vt_mail_read(&mail, &v) && v.words[0] == VALUES);
  vt_mail_free(&mail);
}

static void test_order(void) {
  vt_mail mail;
  vt_error error = {0};
  int number = 7;
  CHECK(vt_mail_init(&mail, sizeof number, &error));
  CHECK(!vt_mail_read(&mail, &number) && number == 7); // empty
  for (int k = 1; k <= 5; ++k) vt_mail_write(&mail, &k);
  CHECK(vt_mail_read(&mail, &number) && number == 5); // the latest, once
  CHECK(!vt_mail_read(&mail, &number) && number == 5);
  vt_mail_free(&mail);
}

int main(void) {
  test_order();
  test_threads();
  return check_report();
}
