#!/bin/sh
# A program that plays any game at random: `moontui bot --exec "sh examples/outside.sh"`.
# It reads lines of JSON and answers each question with the number of a choice.

chance=1
while IFS= read -r line; do
    case $line in
    '{"t":"hello",'*)
        chance=${line##*'"chance":'} # the last field: where its luck comes from
        chance=${chance%%'}'*}
        ;;
    '{"t":"question",'*)
        count=${line#*'"count":'} # how many choices there are
        count=${count%%,*}
        chance=$(((chance * 75 + 74) % 65537))
        echo $((chance % count))
        ;;
    esac
done
